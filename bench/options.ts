import { readArguments, rejectArguments, whyNotWritable } from '#server/terminal/read-arguments.ts'

export const benchParts = ['shop', 'dates', 'home', 'board', 'events', 'staff']
const usage = `Usage: npm run bench [-- --only part] [--out file.json]
       npm run bench -- --scale [--help]

Measures speed and memory of a shop of its own against baselines and targets, in at most ten minutes.
--only measures one of ${benchParts.join(', ')}. --out is the file of the numbers, bench-result.json
otherwise. --scale fills a database with three million orders and measures the shop on it.`
const command = { name: 'bench', usage }

/** The arguments of npm run bench. */
export function readBenchOptions() {
  const { values } = readArguments(command, {
    options: { out: { type: 'string', default: 'bench-result.json' }, only: { type: 'string' } },
  })
  const { only, out } = values
  if (only !== undefined && !benchParts.includes(only))
    rejectArguments(command, `--only needs one of ${benchParts.join(', ')}`)
  const outProblem = whyNotWritable('--out', out)
  if (outProblem) rejectArguments(command, outProblem)
  return values
}
