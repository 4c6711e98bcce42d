import { readArguments, readCount, rejectArguments } from '#server/terminal/read-arguments.ts'

const usage = `Usage: npm run simulate [-- --seed X | --seeds N [--from first]] [--scenario name]
         [--mutant name | --mutants] [--days D] [--people P] [--no-faults] [--each] [--verbose]
       npm run simulate -- --memory [--seed X | --seeds N [--from first]] [--mutants]
       npm run simulate -- --devices N [--seed X | --seeds N [--from first]] [--mutant name | --mutants]
       npm run simulate -- --processes [--cycles N] [--servers N] [--kill every-ms, 0 for never]
         [--latency ms] [--guests seconds]

Runs renewals through months of random faults, the rules alone in memory, a day of drivers' phones, or
charges in real processes that are killed. A failing seed prints how to replay it; --mutants adds bugs
that must be found. Everything works on databases of its own. The exit code is 1 if a seed fails.`
const command = { name: 'simulate', usage }

/** The arguments of npm run simulate. */
export function readSimulateOptions() {
  const { values } = readArguments(command, {
    options: {
      seed: { type: 'string' },
      seeds: { type: 'string', default: '20' },
      from: { type: 'string', default: '1' },
      days: { type: 'string', default: '30' },
      people: { type: 'string', default: '8' },
      mutant: { type: 'string' },
      scenario: { type: 'string' },
      mutants: { type: 'boolean' },
      'no-faults': { type: 'boolean' },
      each: { type: 'boolean' },
      verbose: { type: 'boolean' },
      memory: { type: 'boolean' },
      devices: { type: 'string' },
      processes: { type: 'boolean' },
      cycles: { type: 'string', default: '10000' },
      servers: { type: 'string', default: '4' },
      kill: { type: 'string', default: '4000' },
      latency: { type: 'string', default: '80' },
      guests: { type: 'string', default: '0' },
    },
  })
  // No seeds at all would pass.
  for (const name of ['seeds', 'days', 'people', 'cycles', 'servers'] as const)
    readCount(command, `--${name}`, values[name], 1_000_000)
  readCount(command, '--from', values.from, Number.MAX_SAFE_INTEGER)
  if (values.devices !== undefined) readCount(command, '--devices', values.devices, 10_000)
  for (const name of ['kill', 'latency', 'guests'] as const)
    if (!(Number(values[name]) >= 0))
      rejectArguments(command, `--${name} needs a number of at least 0`)
  return values
}

/** Finds what an option names; undefined without the option. */
export function findNamed<T extends { name: string }>(
  option: string,
  all: readonly T[],
  name: string | undefined,
): T | undefined {
  const found = all.find((known) => known.name === name)
  if (name !== undefined && !found)
    rejectArguments(
      command,
      `--${option} needs one of ${all.map((known) => known.name).join(', ')}`,
    )
  return found
}
