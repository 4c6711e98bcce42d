import { eq } from 'drizzle-orm'
import { type CalendarDate, LAST_DATE } from '#contract/dates/calendar.ts'
import { calendarFor, landedDate, type ZonedShop } from '#contract/zones/landed-date.ts'
import type { Tx } from '#server/db/client.ts'
import type { Clock } from '#server/runtime.ts'
import { cadenceDate } from '../cycle-dates.ts'
import type { CycleRow, LockedSubscription, SubscriptionRow } from '../queries.ts'
import { cycles, subscriptions } from '../tables.ts'
import { nextByCalendar, reassignedDate } from './reassign-dates.ts'
import { storeNextDelivery } from './store-next-delivery.ts'

type LandDeps = { clock: Clock; shop: ZonedShop }

/** Whether two ZIP codes are served on the same days. Zones are in memory, so each is one object. */
const isSameZone = (shop: ZonedShop, from: string, to: string): boolean =>
  shop.zoneCalendar?.(from) === shop.zoneCalendar?.(to)

/** Rule 47: after a change of address, the next delivery lands on a route day of its new zone. */
export async function landAtNewAddress(
  tx: Tx,
  deps: LandDeps,
  { subscription: before }: LockedSubscription,
  zip: string,
): Promise<void> {
  if (isSameZone(deps.shop, before.deliveryZip, zip)) return
  const { id, nextDate } = before
  if (nextDate === null) return
  // The cadence may have changed with the address.
  const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.id, id))
  if (!row) return
  const rows = await tx.select().from(cycles).where(eq(cycles.subscriptionId, id))
  const calendar = calendarFor(deps.shop, zip)
  const next = nextByCalendar({ ...row, nextDate }, rows, calendar, deps.clock.now())
  await storeNextDelivery(tx, deps, id, next)
}

/** Finds the dates of ordered deliveries that move to a new address; each date is used once. */
export function addressDateFinder(
  { shop, clock }: LandDeps,
  before: SubscriptionRow,
  zip: string,
): (row: CycleRow) => CalendarDate {
  if (isSameZone(shop, before.deliveryZip, zip)) return ({ date }) => date
  const calendar = calendarFor(shop, zip)
  const taken = new Set<CalendarDate>()
  return (row) => {
    const { cycle, date: known, isMoved } = row
    const landing = (n: number) => landedDate(calendar, cadenceDate(before, n))
    const isFixed = isMoved || cycle < before.anchorCycle
    const date = isFixed
      ? known
      : reassignedDate(
          { landed: landing(cycle), known, following: nextLanding(landing, cycle) },
          calendar,
          clock.now(),
        )
    const own = taken.has(date) ? known : date
    taken.add(own)
    return own
  }
}

function nextLanding(landing: (cycle: number) => CalendarDate, cycle: number): CalendarDate {
  const next = landing(cycle + 1)
  return next > landing(cycle) ? next : LAST_DATE
}
