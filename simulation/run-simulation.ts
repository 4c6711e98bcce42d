// The work of npm run simulate: renewals, rules, phones and processes under faults.
import { cloneDatabase } from '#tests/support/database/clone-database.ts'
import { startTemplateServer } from '#tests/support/database/template-server.ts'
import { deviceMutants } from './devices/device-mutants.ts'
import { reportDevices } from './devices/report-devices.ts'
import { reportMemory } from './in-memory/memory-report.ts'
import type { Mutant } from './mutants/mutant.ts'
import { mutants } from './mutants/mutants.ts'
import { readSimulateOptions } from './options.ts'
import { runProcesses } from './processes/processes.ts'
import { isCaught, replayLine } from './replay.ts'
import { runSeed, type SeedResult } from './run-seed.ts'
import type { Scenario } from './scenario.ts'
import { deviceMutant, mutant, scenario } from './selection.ts'

const options = readSimulateOptions()

const print = (line: string) => void process.stdout.write(`${line}\n`)
const out = (level: string) => (fields: object, message: string) => {
  const err = 'err' in fields ? ` ${String((fields.err as Error)?.stack)}` : ''
  const cause = 'err' in fields ? ` ${String((fields.err as Error)?.cause)}` : ''
  print(`${level} ${message} ${JSON.stringify(fields)}${err}${cause}`)
}
const log = { debug: () => {}, info: out('info'), warn: out('warn'), error: out('error') }

if (options.processes) {
  const { cycles, servers, kill, latency, guests } = options
  const result = await runProcesses({
    cycles: Number(cycles),
    servers: Number(servers),
    killEveryMs: Number(kill),
    responseDelayMs: Number(latency),
    guestSeconds: Number(guests),
  })
  print(JSON.stringify(result, null, 2))
  const isCorrect = result.charges === Number(cycles) && result.findings.length === 0
  process.exit(isCorrect && result.doubles === 0 ? 0 : 1)
}

const seeds = options.seed
  ? [options.seed]
  : scenario && !options.mutants
    ? [scenario.seed]
    : Array.from({ length: Number(options.seeds) }, (_, index) =>
        String(index + Number(options.from)),
      )

if (options.memory) {
  process.exit(reportMemory({ seeds, withMutants: options.mutants ?? false, print }) ? 0 : 1)
}

const server = await startTemplateServer()
if (options.devices) {
  const devices = Number(options.devices)
  const runs = options.mutants
    ? deviceMutants.map((mutant) => ({ seed: mutant.seed, devices, mutant }))
    : seeds.map((seed) => ({ seed, devices, mutant: deviceMutant }))
  const clone = () => cloneDatabase(server.templateUrl)
  const isClean = await reportDevices(runs, clone, print).finally(() => server.stop())
  process.exit(isClean ? 0 : 1)
}
const results: SeedResult[] = []
const startedAt = performance.now()
try {
  if (options.mutants) await runMutants()
  else for (const seed of seeds) await run(seed, { scenario, mutant })
} finally {
  await server.stop()
}
if (!options.mutants) report()

type Setting = { mutant?: Mutant | undefined; scenario?: Scenario | undefined }

async function run(seed: string, setting: Setting): Promise<SeedResult> {
  const database = await cloneDatabase(server.templateUrl)
  const result = await runSeed({
    seed,
    databaseUrl: database.url,
    days: Number(options.days),
    people: Number(options.people),
    ...setting,
    hasNoFaults: options['no-faults'],
    log: options.verbose ? log : undefined,
  }).finally(() => database.drop())
  results.push(result)
  for (const line of replayLine(result, setting)) print(line)
  if (options.each) print(`seed ${seed}: ${summarize(result)}`)
  return result
}

/** Many requests during an outage indicate a retry loop without a delay. */
function summarize({ calls, charges, violations, counts }: SeedResult): string {
  const duringOutages =
    (counts.get('provider down') ?? 0) + (counts.get('provider dropping responses') ?? 0)
  return `${calls} calls, ${charges} charges, ${duringOutages} requests during outages, ${violations.length} violations`
}

/** Runs each mutant in the scenario that finds it. Without the mutant, the scenario must pass. */
async function runMutants(): Promise<void> {
  for (const mutant of mutants) {
    const { foundBy: scenario } = mutant
    const seeds = options.seed ? [options.seed] : [scenario.seed]
    for (const seed of seeds) {
      const clean = await run(seed, { scenario })
      const start = performance.now()
      const result = await run(seed, { scenario, mutant })
      const seconds = ((performance.now() - start) / 1000).toFixed(1)
      const isFound = isCaught(result) && clean.violations.length === 0
      print(
        `${mutant.name}: ${isFound ? 'found' : 'NOT FOUND'} by seed ${seed} of '${scenario.name}' in ${seconds} s`,
      )
      if (!isFound) process.exitCode = 1
    }
  }
}

function report(): void {
  const sum = (read: (result: SeedResult) => number) =>
    results.reduce((total, result) => total + read(result), 0)
  const failed = results.filter(({ violations }) => violations.length > 0)
  print(
    [
      `${results.length} seeds in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
      `${sum(({ years }) => years).toFixed(2)} simulated years`,
      `${sum(({ charges }) => charges)} charges (${sum(({ cycles }) => cycles)} of renewals)`,
      `${sum(({ doubles }) => doubles)} doubles`,
      `${sum(({ losses }) => losses)} losses`,
      `${sum(({ calls }) => calls)} calls`,
      `${failed.length} seeds failed`,
    ].join(', '),
  )
  const counts = new Map<string, number>()
  for (const [what, n] of results.flatMap((result) => [...result.counts])) {
    counts.set(what, (counts.get(what) ?? 0) + n)
  }
  print(
    [...counts]
      .sort()
      .map(([what, n]) => `${what} ${n}`)
      .join(', '),
  )
  process.exitCode = failed.length > 0 ? 1 : 0
}
