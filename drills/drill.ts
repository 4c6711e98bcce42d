// npm run drill -- name: breaks a running shop on purpose and measures what happens.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readArguments, rejectArguments } from '#server/terminal/read-arguments.ts'
import { drills } from './drills.ts'
import { NotPossible, print, printFigures, seconds } from './figures.ts'
import { stopAllShops } from './machines/shop-process.ts'

const width = Math.max(...Object.keys(drills).map((name) => name.length))
const usage = `Usage: npm run drill -- <name> [--minutes n]

${Object.entries(drills)
  .map(([name, { about }]) => `  ${name.padEnd(width)}  ${about}`)
  .join('\n')}

Each drill works on databases of its own in a temporary folder, ends by itself, prints its figures
and exits with 1 if one is not as promised, or 3 if this machine can't run it.`

async function main(): Promise<number> {
  const command = { name: 'drill', usage }
  const { values, positionals } = readArguments(command, {
    allowPositionals: true,
    options: { minutes: { type: 'string' } },
  })
  const [name = '', ...more] = positionals
  const drill = Object.hasOwn(drills, name) && more.length === 0 ? drills[name] : undefined
  if (!drill) return rejectArguments(command, `Name one of ${Object.keys(drills).join(', ')}`)
  const minutes = values.minutes === undefined ? drill.minutes : Number(values.minutes)
  if (!(minutes > 0 && minutes <= 24 * 60))
    return rejectArguments(command, '--minutes needs a number above 0, at most 1440')
  return runDrill(drill, minutes)
}

/** Stops what the drill has started; databases and shops outlive their parent otherwise. */
let cleanUp = async () => {}

async function runDrill({ run }: (typeof drills)[string], minutes: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'carboy-drill-'))
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  const closers: (() => unknown)[] = []
  cleanUp = async () => {
    await stopAllShops()
    for (const close of closers.splice(0).reverse()) await close()
    rmSync(folder, { recursive: true, force: true })
  }
  const startedAt = performance.now()
  try {
    const figures = await run({ folder, minutes, onEnd: (close) => void closers.push(close) })
    printFigures(figures)
    print(`${seconds(performance.now() - startedAt)} s`)
    return figures.every(({ isOk }) => isOk) ? 0 : 1
  } catch (error) {
    if (!(error instanceof NotPossible)) throw error
    print(`Not run: ${error.message}`)
    return 3
  } finally {
    await cleanUp()
  }
}

const stop = () => void cleanUp().finally(() => process.exit(130))
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
process.exitCode = await main().catch((error: unknown) => {
  print(error instanceof Error ? (error.stack ?? error.message) : String(error))
  return 1
})
// Connections of guests may still be open.
process.exit()
