import { shopDate, shopInstant } from '#contract/dates/shop-calendar.ts'
import { HOUR_MS } from '../time.ts'
import type { World } from '../world.ts'

type OpenRow = { id: string; date: string }
type ChargedRow = { id: string; at: Date }

/** Rule 34: nothing is left on a date that was closed before it started, charged or invoiced on it. */
export async function checkClosedDates(world: World): Promise<void> {
  const { periods } = world.closedDates
  if (periods.length === 0) return
  const { oracle, calendar } = world
  const isClosedAt = (date: string, time: number) =>
    periods.some(
      ({ date: closed, from, until }) => closed === date && from < time - HOUR_MS && time < until,
    )
  // A delivery on the road stays, and so does one that was skipped or cancelled.
  const left = await world.sql<OpenRow>(
    `select id, delivery_date::text as date from orders
     where status in ('pending', 'confirmed') and delivery_status = 'scheduled'
     union all
     select order_id, date::text from cycles
     where reason = 'missed' and order_id is not null`,
  )
  for (const { id, date } of left) {
    if (isClosedAt(date, shopInstant(calendar, date, 0).getTime()))
      oracle.report('rule 34', `${id} was left on the closed ${date}`)
  }
  const charged = await world.sql<ChargedRow>(
    `select a.order_id as id, a.started_at as at from charge_attempts a
       join orders o on o.id = a.order_id join cycles c on c.order_id = o.id
     where not c.is_approved and o.delivery_status = 'scheduled'
     union all
     select p.order_id, p.invoiced_at from payments p
       join orders o on o.id = p.order_id join cycles c on c.order_id = o.id
     where p.invoiced_at is not null and not c.is_approved and c.first_failed_at is null
       and o.delivery_status = 'scheduled'`,
  )
  for (const { id, at } of charged) {
    const date = shopDate(calendar, at)
    if (isClosedAt(date, at.getTime()))
      oracle.report('rule 34', `${id} was charged or invoiced on the closed ${date}`)
  }
}
