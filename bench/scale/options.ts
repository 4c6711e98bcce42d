import { parseArgs } from 'node:util'
import { whyNotWritable } from '#server/terminal/read-arguments.ts'

export const PARTS = ['requests', 'checkout', 'plan', 'morning'] as const
export type Part = (typeof PARTS)[number]

export type ScaleOptions = {
  size: number
  parts: readonly Part[]
  out: string
  /** The folder that is filled, or was filled, and stays. */
  folder: string | undefined
  isFilled: boolean
  limitMinutes: number
}

export const HELP = `npm run bench -- --scale [options]
Fills a database with a million customers, three million orders and 200,000 subscriptions, and measures the
shop on it, next to the same shop with 1,000 orders.
  --size 0.1      a tenth of all counts (default 1: 13 GB of disk, twice that with --keep or --from)
  --only part     one of ${PARTS.join(', ')}
  --keep folder   keep the filled database in this folder
  --from folder   measure a database that was kept, on the day it was filled
  --limit 90      minutes until it gives up
  --out file      the numbers as JSON (default bench-result.json)
`

/** Returns what is wrong as a text, or undefined for --help. */
export function readOptions(args: readonly string[]): ScaleOptions | string | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        scale: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        size: { type: 'string', default: '1' },
        only: { type: 'string' },
        keep: { type: 'string' },
        from: { type: 'string' },
        limit: { type: 'string', default: '90' },
        out: { type: 'string', default: 'bench-result.json' },
      },
    })
    if (values.help) return undefined
    const [size, limitMinutes] = [Number(values.size), Number(values.limit)]
    if (!(size > 0 && size <= 10)) return 'size: a number above 0, at most 10'
    if (!(limitMinutes > 0)) return 'limit: a number of minutes'
    if (values.keep && values.from) return 'keep and from exclude each other'
    const outProblem = whyNotWritable('out', values.out)
    if (outProblem) return outProblem
    const part = PARTS.find((name) => name === values.only)
    if (values.only !== undefined && !part) return `only: one of ${PARTS.join(', ')}`
    return {
      ...{ size, limitMinutes, out: values.out, parts: part ? [part] : PARTS },
      folder: values.keep ?? values.from,
      isFilled: values.from !== undefined,
    }
  } catch (error) {
    return error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error)
  }
}
