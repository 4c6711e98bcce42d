import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  bookMovements,
  type CountedEvent,
  movementsOfEvent,
  reverseMovements,
} from '#server/modules/bottles/index.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { addKingston, previewDay } from '#tests/support/orders/day-changes.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { subscribe } from '#tests/support/subscriber.ts'
import { runsDry } from './rules.ts'

/** A weekly customer with a delivery on Thursday, March 5, whose visits drivers have counted. */
async function openCounted() {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const zoneIds = [await addKingston(staff)]
  const { id: orderId } = await subscribe(shop)
  const [order] = await shop.sql<{ customerId: string; productId: string }>(
    `select o.customer_id as "customerId", i.product_id as "productId"
     from orders o join order_items i on i.order_id = o.id where o.id = $1`,
    [orderId],
  )
  if (!order) throw new Error('no order')
  const visit = async (date: string, full: number, empties: number): Promise<CountedEvent> => {
    const event: CountedEvent = {
      eventId: randomUUID(),
      at: new Date(`${date}T15:00:00Z`),
      cause: 'delivered',
      route: { id: randomUUID(), truckId: randomUUID(), driverId: null, date },
      order: { id: orderId, customerId: order.customerId },
      lines: [{ productId: order.productId, full, empties, damaged: 0 }],
    }
    await shop.deps.db.transaction((tx) => bookMovements(tx, shop.deps, movementsOfEvent(event)))
    return event
  }
  const takeBack = ({ eventId, at }: CountedEvent) =>
    shop.deps.db.transaction((tx) => reverseMovements(tx, shop.deps, { eventId, at }))
  /** Customers who run out if March 5 is moved to this date. */
  const runsOut = async (toDate: string) =>
    (await previewDay(staff, { zoneIds, kind: 'moved', toDate })).body.runDry.length === 1
  return { visit, takeBack, runsOut }
}

test('rule 48: after two counted visits the interval decides, after three pace and balance', async () => {
  const { visit, runsOut } = await openCounted()
  await visit('2026-02-12', 9, 0)
  await visit('2026-02-19', 3, 3)
  // A week is longer than a quarter of the interval, a day is not.
  expect([await runsOut('2026-03-06'), await runsOut('2026-03-12')]).toEqual([false, true])

  await visit('2026-02-26', 3, 3)

  // Three bottles a week, nine at the door: they last until March 19.
  expect([await runsOut('2026-03-12'), await runsOut('2026-03-19')]).toEqual([false, false])
  expect(await runsOut('2026-03-20')).toBe(true)
})

test('rule 48: a customer who uses all bottles of a week is listed for one day of delay', async () => {
  const { visit, runsOut } = await openCounted()
  await visit('2026-02-12', 3, 0)
  await visit('2026-02-19', 3, 3)
  await visit('2026-02-26', 3, 3)

  expect(await runsOut('2026-03-06')).toBe(true)
})

test('rule 48: visits that were taken back, on the same date or without empties give no pace', async () => {
  const { visit, takeBack, runsOut } = await openCounted()
  await visit('2026-02-12', 9, 0)
  await visit('2026-02-19', 3, 0)
  await visit('2026-02-19', 3, 0)
  expect(await runsOut('2026-03-12')).toBe(true)

  await visit('2026-02-26', 3, 0)
  expect(await runsOut('2026-03-12')).toBe(true)

  const last = await visit('2026-02-27', 3, 6)
  expect(await runsOut('2026-03-12')).toBe(false)
  await takeBack(last)
  expect(await runsOut('2026-03-12')).toBe(true)
})

test('rule 48: deliveries that come before the changed one are not taken for missing bottles', () => {
  const pace = { bottlesPerDay: 0.5, bottles: 5, lastVisit: '2026-02-26' }
  const delay = { frequency: 'weekly' as const, date: '2026-03-05', today: '2026-03-02' }

  expect(runsDry({ ...delay, to: '2026-03-08' }, pace)).toBe(false)
  expect(runsDry({ ...delay, to: '2026-03-09' }, pace)).toBe(true)
  expect(runsDry({ ...delay, date: '2026-03-19', to: '2026-03-22' }, pace)).toBe(false)
  expect(runsDry({ ...delay, date: '2026-03-19', to: '2026-03-23' }, pace)).toBe(true)
  expect(runsDry({ ...delay, to: '2026-03-04' }, { ...pace, bottles: 0 })).toBe(false)
})
