import { type DeviceOptions, type DeviceResult, runDevices } from './run-devices.ts'

type Run = Omit<DeviceOptions, 'databaseUrl'>
type Clone = () => Promise<{ url: string; drop(): Promise<void> }>

/** Formats the violations of a day and the command that replays it. */
export function deviceReplayLine({ seed, devices, violations }: DeviceResult, mutant?: string) {
  if (violations.length === 0) return []
  const flags = [`--devices ${devices} --seed ${seed}`, ...(mutant ? [`--mutant '${mutant}'`] : [])]
  const lines = violations.map(({ at, rule, what }) => `  ${at} ${rule}: ${what}`)
  return [`seed ${seed} failed; replay: npm run simulate -- ${flags.join(' ')}`, ...lines]
}

/** Runs the days of these seeds; returns whether all passed. */
export async function reportDevices(
  runs: readonly Run[],
  clone: Clone,
  print: (line: string) => void,
): Promise<boolean> {
  let isClean = true
  for (const run of runs) {
    const database = await clone()
    const result = await runDevices({ ...run, databaseUrl: database.url }).finally(database.drop)
    const isFailed = result.violations.length > 0
    if (isFailed !== (run.mutant !== undefined)) isClean = false
    for (const line of deviceReplayLine(result, run.mutant?.name)) print(line)
    const counts = [...result.counts].sort().map(([what, n]) => `${what} ${n}`)
    print(`seed ${run.seed}: ${result.violations.length} violations; ${counts.join(', ')}`)
  }
  return isClean
}
