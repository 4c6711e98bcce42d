const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The time between two runs of a schedule; for rarer ones than daily, a year. */
export function cronIntervalMs(cron: string): number {
  const [minute = '', hour = '', ...days] = cron.split(' ')
  if (days.some((field) => field !== '*')) return 366 * DAY_MS
  const everyMinutes = parseStep(minute)
  if (everyMinutes) return everyMinutes * MINUTE_MS
  const everyHours = parseStep(hour)
  return everyHours ? everyHours * HOUR_MS : DAY_MS
}

/** For example 5 for every fifth minute; undefined for a fixed one. */
function parseStep(field: string): number | undefined {
  if (field === '*') return 1
  const every = /^\*\/(\d+)$/.exec(field)?.[1]
  return every ? Number(every) : undefined
}
