// npm run routes:bench: the route solver on public instances and generated days.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { checkPlan, type RoutingProblem, solveInWorkers } from '#server/routing/index.ts'
import { readArguments, readCount, rejectArguments } from '#server/terminal/read-arguments.ts'
import { generatedDays } from './generate-day.ts'
import { type KnownInstance, knownInstances } from './known-instances.ts'
import { measureCancel, measureLongestStall } from './measure-main-thread.ts'
import { type Instance, parseInstance } from './parse-instance.ts'
import { writeSolution } from './write-solution.ts'

const usage = `Usage: npm run routes:bench [-- --only X-n101] [--runs 3] [--folder instances]
       npm run routes:bench -- --instance FILE --seconds N --seed S [--out FILE.sol]

Solves the public instances next to the clone and two generated days, and prints gaps next to their
targets. Seconds are CPU seconds of each of two threads; --iterations N in place of --seconds gives
the same routes on any machine. The exit code is 1 if the routes of an instance are not valid.`
const command = { name: 'routes:bench', usage }
const { values: options } = readArguments(command, {
  options: {
    instance: { type: 'string' },
    seconds: { type: 'string', default: '10' },
    iterations: { type: 'string' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string' },
    only: { type: 'string', default: '' },
    runs: { type: 'string', default: '3' },
    folder: { type: 'string', default: resolve(import.meta.dirname, '../../../shared/routing') },
  },
})

const wholeNumber = (text: string, name: string) =>
  readCount(command, `--${name}`, text, Number.MAX_SAFE_INTEGER)
const runs = wholeNumber(options.runs, 'runs')
const seed = wholeNumber(options.seed, 'seed')
const seconds = wholeNumber(options.seconds, 'seconds')
const iterations = options.iterations && wholeNumber(options.iterations, 'iterations')
if (options.instance !== undefined && !existsSync(options.instance))
  rejectArguments(command, `There is no file '${options.instance}'`)
const timed = { stall: 'main thread stall', cancel: 'cancel' }
const names = [
  ...knownInstances.map(({ file }) => file),
  ...generatedDays.map(({ name }) => name),
  ...Object.values(timed),
]
const isSelected = (name: string) => name.includes(options.only)
if (!names.some(isSelected)) rejectArguments(command, `--only needs a part of ${names.join(', ')}`)

const print = (text: string) => process.stdout.write(`${text}\n`)
const percent = (share: number) => `${(share * 100).toFixed(2)} %`

/** Two seeds side by side; run and thread never share one. */
async function solveTwice(problem: RoutingProblem, nth: number, cpuSeconds: number) {
  const seeds = [2 * nth - 1, 2 * nth]
  const budget = iterations ? { iterations } : { cpuSeconds }
  const result = await solveInWorkers(problem, { seeds, ...budget })
  if (result.status !== 'solved') {
    throw new Error(result.status === 'failed' ? result.failures.join('; ') : 'cancelled')
  }
  const { problems, cost } = checkPlan(problem, result.plan)
  const solved = { plan: result.plan, cost, problems: [...problems, ...result.failures] }
  if (solved.problems.length > 0) process.exitCode = 1
  return solved
}

async function solveFile(file: string): Promise<void> {
  const instance = parseInstance(readFileSync(file, 'utf8'))
  const { plan, cost, problems } = await solveTwice(instance.problem, seed, seconds)
  const written = writeCost(instance, cost)
  print(`${instance.name}: cost ${written}, ${plan.leftOut.length} left out`)
  for (const text of problems) print(`  ${text}`)
  if (options.out) writeFileSync(options.out, writeSolution(instance, plan, written))
  if (plan.leftOut.length > 0) process.exitCode = 1
}

const writeCost = ({ scale }: Instance, cost: number) => String(Number((cost / scale).toFixed(2)))

async function runKnown({
  file,
  bestKnown,
  seconds: cpuSeconds,
  maxGap,
}: KnownInstance): Promise<void> {
  const instance = parseInstance(readFileSync(join(options.folder, file), 'utf8'))
  const gaps: number[] = []
  const problems: string[] = []
  for (let run = 1; run <= runs; run++) {
    const solved = await solveTwice(instance.problem, run, cpuSeconds)
    gaps.push(solved.cost / instance.scale / bestKnown - 1)
    problems.push(
      ...solved.problems,
      ...solved.plan.leftOut.map(({ visit }) => `${visit} left out`),
    )
  }
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
  const isMet = mean <= maxGap && problems.length === 0
  printRow([
    basename(file),
    `${cpuSeconds} s`,
    gaps.map(percent).join(', '),
    percent(mean),
    `≤ ${percent(maxGap)}`,
    isMet ? 'met' : `MISSED ${problems.slice(0, 3).join('; ')}`,
  ])
}

const GENERATED_SECONDS = 60

async function runGenerated(name: string, problem: RoutingProblem): Promise<void> {
  const { plan, cost, problems } = await solveTwice(problem, 1, GENERATED_SECONDS)
  const isMet = plan.leftOut.length === 0 && problems.length === 0
  printRow([
    name,
    `${GENERATED_SECONDS} s`,
    `${problem.visits.length - plan.leftOut.length} of ${problem.visits.length} served`,
    `${cost.toFixed(0)} min`,
    'all served',
    isMet ? 'met' : `MISSED ${problems.slice(0, 3).join('; ')}`,
  ])
}

async function runTimed(
  name: string,
  maxMs: number,
  measure: (problem: RoutingProblem) => Promise<number>,
): Promise<void> {
  const [, day] = generatedDays
  if (!day || !isSelected(name)) return
  const { problem } = day.generate(1)
  const times = [await measure(problem), await measure(problem), await measure(problem)]
  const worst = Math.max(...times)
  printRow([
    name,
    '',
    times.map((ms) => `${ms.toFixed(0)} ms`).join(', '),
    '',
    `≤ ${maxMs} ms`,
    worst <= maxMs ? 'met' : 'MISSED',
  ])
}

const widths = [18, 6, 26, 10, 12, 0]
const printRow = (cells: string[]) =>
  print(cells.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join('  '))

async function runAll(): Promise<void> {
  printRow(['instance', 'CPU', 'runs', 'mean', 'target', ''])
  if (!existsSync(options.folder)) print(`no public instances at ${options.folder}`)
  else for (const known of knownInstances) if (isSelected(known.file)) await runKnown(known)
  for (const { name, generate } of generatedDays) {
    if (isSelected(name)) await runGenerated(name, generate(1).problem)
  }
  await runTimed(timed.stall, 50, measureLongestStall)
  await runTimed(timed.cancel, 200, measureCancel)
}

if (options.instance) await solveFile(options.instance)
else await runAll()
