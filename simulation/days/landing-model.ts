/** On which days a zone is served: weekdays with Monday as 1, without the closed dates. */
export type ServedDays = {
  routeDays: readonly { weekday: number; from: string }[]
  closed: ReadonlySet<string>
  /** Rule 48: a route day that was moved is replaced once, not every week. */
  moved: readonly { date: string; toDate: string }[]
}

const DAY_MS = 86_400_000

/** Own arithmetic on days since 1970, which was a Thursday, apart from the shop's calendar. */
const toDay = (date: string) => Date.parse(`${date}T00:00:00Z`) / DAY_MS
const toDate = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)
const weekdayOf = (day: number) => ((day + 3) % 7) + 1

const isRouteDay = ({ routeDays }: ServedDays, day: number) =>
  routeDays.some(({ weekday, from }) => weekday === weekdayOf(day) && day >= toDay(from))

const isReplacement = (days: ServedDays, day: number) =>
  days.moved.some((each) => each.toDate === toDate(day) && isRouteDay(days, toDay(each.date)))

const isServed = (days: ServedDays, day: number) =>
  !days.closed.has(toDate(day)) && (isRouteDay(days, day) || isReplacement(days, day))

/** The first date from this one on. */
export function servedFrom(days: ServedDays, date: string): string {
  for (let day = toDay(date); day < toDay(date) + 60; day++)
    if (isServed(days, day)) return toDate(day)
  return date
}

/** Rule 47: the nearest one, the later of two. Weekly route days are never four weeks apart here. */
export function landed(days: ServedDays, date: string): string {
  const wanted = toDay(date)
  for (let distance = 0; distance < 28; distance++)
    for (const day of [wanted + distance, wanted - distance])
      if (isServed(days, day)) return toDate(day)
  return date
}

/** Rule 34: without route days, the next date that is not closed. */
export function openFrom({ closed }: Pick<ServedDays, 'closed'>, date: string): string {
  let day = toDay(date)
  while (closed.has(toDate(day))) day++
  return toDate(day)
}

/** The cadence of a weekly subscription. */
export const weeksAfter = (anchor: string, weeks: number) => toDate(toDay(anchor) + 7 * weeks)
