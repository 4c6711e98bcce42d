/** On which days a zone is served: weekdays with Monday as 1, without the closed dates. */
export type ServedDays = {
  routeDays: readonly { weekday: number; from: string }[]
  closed: ReadonlySet<string>
  /** Closed dates of the whole shop. */
  shopClosed: ReadonlySet<string>
  /** Rule 48: a route day that was moved is replaced once, not every week. */
  moved: readonly { date: string; toDate: string }[]
}

const DAY_MS = 86_400_000

/** Own arithmetic on days since 1970, which was a Thursday, apart from the shop's calendar. */
const toDay = (date: string) => Date.parse(`${date}T00:00:00Z`) / DAY_MS
const toDate = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)
const toWeekday = (day: number) => ((day + 3) % 7) + 1

const isRouteDay = ({ routeDays }: ServedDays, day: number) =>
  routeDays.some(({ weekday, from }) => weekday === toWeekday(day) && day >= toDay(from))

const isOwnDay = (days: ServedDays, day: number) =>
  isRouteDay(days, day) && !days.closed.has(toDate(day))

const isServed = (days: ServedDays, day: number) =>
  isOwnDay(days, day) ||
  days.moved.some(
    (each) =>
      toDay(each.toDate) === day &&
      isRouteDay(days, toDay(each.date)) &&
      !days.closed.has(each.toDate),
  )

/** The first date from this one on. */
export function servedFrom(days: ServedDays, date: string): string {
  for (let day = toDay(date); day < toDay(date) + 60; day++)
    if (isServed(days, day)) return toDate(day)
  return date
}

/**
 * Rule 47: the nearest one, the later of two. Weekly route days are never four weeks apart here.
 * Rule 48: only what is due on a moved day goes to its new date.
 */
export function landed(days: ServedDays, date: string): string {
  const wanted = toDay(date)
  for (let distance = 0; distance < 28; distance++)
    for (const day of [wanted + distance, wanted - distance]) {
      if (isOwnDay(days, day)) return toDate(day)
      const replacement = findReplacement(days, day)
      if (replacement !== undefined) return toDate(replacement)
    }
  return date
}

/** Where a moved route day goes, unless that is past the route days next to it or where they go. */
function findReplacement(days: ServedDays, day: number): number | undefined {
  const to = movedTo(days, day)
  if (to === undefined || !isRouteDay(days, day)) return undefined
  if (days.shopClosed.has(toDate(day)) || days.closed.has(toDate(to))) return undefined
  const step = Math.sign(to - day)
  for (let neighbor = day + step; Math.abs(neighbor - day) < 28; neighbor += step) {
    const neighborTo = isRouteDay(days, neighbor) ? movedTo(days, neighbor) : undefined
    if (!isOwnDay(days, neighbor) && neighborTo === undefined) continue
    const isPast = (limit: number) => (to - limit) * step >= 0
    return isPast(neighbor) || isPast(neighborTo ?? neighbor) ? undefined : to
  }
  return to
}

function movedTo({ moved }: ServedDays, day: number): number | undefined {
  const found = moved.find(({ date }) => date === toDate(day))
  return found && toDay(found.toDate)
}

/** Rule 34: without route days, the next date that is not closed. */
export function openFrom({ closed }: Pick<ServedDays, 'closed'>, date: string): string {
  let day = toDay(date)
  while (closed.has(toDate(day))) day++
  return toDate(day)
}

/** The cadence of a weekly subscription. */
export const weeksAfter = (anchor: string, weeks: number) => toDate(toDay(anchor) + 7 * weeks)
