import { addDaysClamped, type CalendarDate } from '#contract/dates/calendar.ts'
import { zoneFinder } from '#contract/zones/landed-date.ts'
import type { Tx } from '#server/db/client.ts'
import { queueEmails } from '#server/modules/mail/index.ts'
import type { SettingsRow } from '#server/modules/settings/index.ts'
import { findNextDates, updateNextDates } from '#server/modules/subscriptions/index.ts'
import { readZoneCalendars } from '#server/modules/zones/index.ts'
import type { Clock, Random } from '#server/runtime.ts'

/** Route days up to four weeks apart move a date by at most half of that. */
const REACH_DAYS = 14

type Reassignment = {
  /** Which subscriptions have another next date once the change is undone. */
  findIds(): Promise<string[]>
  /** Stores those dates; all of the subscriptions are locked. */
  apply(ids: readonly string[]): Promise<void>
}

/**
 * Rule 47: lands planned deliveries again after an undo, with the zones as they are by now: route
 * days may have changed in the meantime, and new subscriptions have landed on dates next to the closed one.
 */
export async function reassignUndone(
  tx: Tx,
  deps: { clock: Clock; random: Random },
  { calendar, routeDaysOnly }: SettingsRow,
  dates: readonly CalendarDate[],
): Promise<Reassignment> {
  const now = deps.clock.now()
  const zoneCalendar = routeDaysOnly ? zoneFinder(await readZoneCalendars(tx)) : undefined
  const sorted = [...dates].sort()
  const range = {
    from: addDaysClamped(sorted[0] ?? '', -REACH_DAYS),
    to: addDaysClamped(sorted.at(-1) ?? '', REACH_DAYS),
  }
  const find = () => findNextDates(tx, { shop: { calendar, zoneCalendar }, now }, range)
  return {
    findIds: async () => (await find()).map(({ id }) => id),
    apply: async (ids) => {
      const locked = new Set(ids)
      const found = (await find()).filter(({ id }) => locked.has(id))
      await updateNextDates(tx, found)
      const emails = found
        .filter(({ isLanded, isUnchanged }) => isLanded && !isUnchanged)
        .map(({ id, from }) => ({
          kind: 'next_delivery_moved',
          subjectId: id,
          dedupeSuffix: `${from}-${now.toISOString()}`,
        }))
      await queueEmails(tx, deps, emails, 0)
    },
  }
}
