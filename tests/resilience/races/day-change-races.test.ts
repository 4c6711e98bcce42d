import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { BoardStop } from '#contract/routes/board.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { addKingston, auditDays, changeDay, undoDay } from '#tests/support/orders/day-changes.ts'
import { addTruck } from '#tests/support/orders/plan-day.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { runEngine, runOnDays, subscribe } from '#tests/support/subscriber.ts'

/** The renewals' date. It is a Thursday, like the route day. */
const DATE = '2026-03-12'
const NEW_DATE = '2026-03-19'

type Reply = { status: number; body: unknown }

/** Six renewals of the date, each with a stop, on two trucks. */
async function openDay() {
  const shop = await openShop()
  const owner = await staffBrowser(shop)
  const zoneId = await addKingston(owner)
  const emails = Array.from({ length: 6 }, (_, n) => `c${n}@example.com`)
  for (const customerEmail of emails) await subscribe(shop, { customerEmail })
  await runOnDays(shop, '2026-03-10')
  const staff = await staffBrowser(shop)
  const trucks = [await addTruck(staff), await addTruck(staff, { name: 'Second' })]
  const rows = await shop.sql<{ subscription_id: string; order_id: string; email: string }>(
    `select cycles.subscription_id, cycles.order_id, orders.customer_email email from cycles
     join orders on orders.id = cycles.order_id order by cycles.order_id`,
  )
  const stops: BoardStop[] = []
  for (const [n, { order_id: orderId }] of rows.entries())
    stops.push((await addTo(staff, trucks[n % 2]?.id, orderId)).body)
  const moveStop = ({ id }: BoardStop, body: object) =>
    staff.call('PATCH', fillPath(apiPaths.adminStop, { id }), body)
  return { shop, staff, zoneId, trucks, rows, stops, moveStop }
}

const addTo = (staff: Buyer, truckId: string | undefined, orderId: string) =>
  staff.call<BoardStop>('POST', apiPaths.adminStops, { orderId, truckId, date: DATE })

/** Moves every stop to the other truck's first place, again and again. */
const dragStops = ({ stops, trucks, moveStop }: Awaited<ReturnType<typeof openDay>>) =>
  stops.map(async (stop, n) => {
    const replies: Reply[] = []
    let { version } = stop
    for (let turn = 0; turn < 2; turn += 1) {
      const truckId = trucks[(n + turn + 1) % 2]?.id
      const reply = await moveStop(stop, { truckId, date: DATE, position: 1, version })
      if (reply.status === 200) version += 1
      replies.push(reply)
    }
    return replies
  })

/** Invariants that pages, trucks and charges rely on. */
async function expectAgreement(shop: TestShop): Promise<void> {
  const differing = await shop.sql(
    `select cycles.order_id from cycles join orders on orders.id = cycles.order_id
     where cycles.date <> orders.delivery_date`,
  )
  expect(differing).toEqual([])
  const stranded = await shop.sql(
    `select schedules.id from schedules join orders on orders.id = schedules.order_id
     where schedules.status = 'pending' and (schedules.scheduled_date <> orders.delivery_date
       or orders.status = 'cancelled')`,
  )
  expect(stranded).toEqual([])
  const doubled = await shop.sql(
    "select order_id from schedules where status = 'pending' group by 1 having count(*) > 1",
  )
  expect(doubled).toEqual([])
  expect([...(await audit(shop)).findings, ...(await auditDays(shop))]).toEqual([])
}

const faults = (replies: Reply[]) => replies.filter(({ status }) => status >= 500)

/** The machine may be busy. */
const TIMEOUT_MS = 180_000

test(
  'rule 48: a day change at the same time as drags, customers’ changes and checkouts causes no deadlock and loses nothing',
  async () => {
    const day = await openDay()
    const { shop, staff, zoneId, rows } = day
    const customers = await Promise.all(rows.map(({ email }) => customerBrowser(shop, email)))
    const byCustomers = rows.map(({ subscription_id: id }, n) => {
      const change =
        n % 2 === 0 ? { type: 'skip', cycle: 1 } : { type: 'move', cycle: 1, date: '2026-03-14' }
      return () => customers[n]?.call('POST', fillPath(apiPaths.changeSubscription, { id }), change)
    })
    const buy = async () => {
      const buyer = shop.buyer()
      return buyer.place(buyer.submission({ deliveryDate: DATE }))
    }

    const [change, ...others] = await Promise.all([
      changeDay(staff, { date: DATE, zoneIds: [zoneId], reason: 'Storm' }),
      ...dragStops(day),
      ...byCustomers.slice(0, 3).map(async (send) => [(await send()) as Reply]),
      ...Array.from({ length: 3 }, async () => [(await buy()) as Reply]),
    ] as const)

    expect([change.status, faults((others as Reply[][]).flat())]).toEqual([200, []])
    const moved = await shop.sql<{ id: string }>(
      'select order_id id from day_change_moves where to_date = $1',
      [NEW_DATE],
    )
    expect(change.body.counts.deliveries).toBe(moved.length)
    await expectAgreement(shop)

    const [undone, ...replies] = await Promise.all([
      undoDay(staff, change.body.id),
      ...byCustomers.slice(3).map(async (send) => (await send()) as Reply),
      ...rows.map(({ order_id }) => addTo(staff, day.trucks[0]?.id, order_id) as Promise<Reply>),
    ] as const)

    expect([undone.status, faults(replies)]).toEqual([200, []])
    expect(undone.body.restored + undone.body.skipped.length).toBe(moved.length)
    const named = new Set(undone.body.skipped.map(({ orderId }) => orderId))
    const dates = await shop.sql<{ id: string; date: string }>(
      'select id, delivery_date::text date from orders',
    )
    const later = moved.filter(
      ({ id }) => dates.find((order) => order.id === id)?.date === NEW_DATE && !named.has(id),
    )
    expect(later).toEqual([])
    await expectStopsOfDate(shop)
  },
  TIMEOUT_MS,
)

/** Stops may be added for a delivery of another date; none is doubled. */
async function expectStopsOfDate(shop: TestShop): Promise<void> {
  const doubled = await shop.sql(
    "select order_id from schedules where status = 'pending' group by 1 having count(*) > 1",
  )
  expect(doubled).toEqual([])
}

test(
  'rule 48: a day change during the charges of its date charges each renewal at most once',
  async () => {
    const day = await openDay()
    const { shop, zoneId, rows } = day
    // 06:00 in New York.
    shop.clock.set('2026-03-12T10:00:30Z')
    const staff = await staffBrowser(shop)

    const [change] = await Promise.all([
      changeDay(staff, { date: DATE, zoneIds: [zoneId] }),
      shop.runJob('delivery.charge'),
    ])
    expect(change.status).toBe(200)
    await expectAgreement(shop)
    await runEngine(shop)
    shop.clock.advance(11 * 60_000)
    await shop.runJob('delivery.finishDayChanges')
    await runOnDays(shop, '2026-03-13', '2026-03-16', NEW_DATE, '2026-03-20')

    const cycles = await shop.sql<{ n: number; status: string; date: string }>(
      `select count(*)::int n, status, date::text from cycles where order_id = any($1)
     group by 2, 3`,
      [rows.map(({ order_id }) => order_id)],
    )
    expect(cycles).toEqual([{ n: rows.length, status: 'paid', date: NEW_DATE }])
    expect((await audit(shop)).findings).toEqual([])
  },
  TIMEOUT_MS,
)
