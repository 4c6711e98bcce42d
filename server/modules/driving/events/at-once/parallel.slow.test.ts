import { expect, test } from 'vitest'
import type { SentDriverEvent } from '#contract/driver/events.ts'
import { addFleet, type FleetRoute } from '#tests/support/driving/add-fleet.ts'
import { delivered, openDriving, type Phone } from '#tests/support/driving/open-driving.ts'
import { DATE } from '#tests/support/routing/open-board.ts'

const DEVICES = 30
const STOPS = 12

/** A day of 100 events: load, departure, eight per stop, the count, the closing. */
function driveDay(phone: Phone, { stops }: FleetRoute, productId: string): SentDriverEvent[] {
  const lines = [{ productId, full: 2 * STOPS }]
  return [
    phone.event({ type: 'loaded', payload: { lines } }),
    phone.event({ type: 'departed' }),
    ...stops.flatMap(({ id: stopId }) => {
      const mistaken = phone.event(delivered(stopId, productId, 9))
      return [
        phone.event({ type: 'skipped-for-now', stopId }),
        phone.event({ type: 'arrived', stopId }),
        mistaken,
        phone.event({ type: 'superseded', stopId, supersedes: mistaken.eventId }),
        phone.event(delivered(stopId, productId)),
        ...['a', 'b', 'c'].map((note) => phone.event({ type: 'note', stopId, payload: { note } })),
      ]
    }),
    phone.event({ type: 'returned', payload: { lines: [{ productId, empties: STOPS }] } }),
    phone.event({ type: 'closed' }),
  ]
}

/** Answers get lost, so everything is sent three times, in other parts and in another order. */
async function sendDay(phone: Phone, events: readonly SentDriverEvent[]): Promise<string[]> {
  const send = async (batch: readonly SentDriverEvent[]): Promise<string[]> => {
    const reply = await phone.send(batch, phone.key()).catch(() => undefined)
    // As a phone does: what got no answer is sent again.
    if (reply?.status !== 200) return send(batch)
    return reply.body.results.map(({ result }) => result)
  }
  const [first, second] = [events.slice(0, 50), events.slice(50)]
  await Promise.all([send(first), send(first)])
  await send(events.slice(25, 75).toReversed())
  return [...(await send(second)), ...(await send(first))]
}

test('rule 56: 30 devices that send a day’s 3,000 events at once lose and double nothing', {
  timeout: 600_000,
}, async () => {
  const { shop, firstOrder, openPhone } = await openDriving('a')
  const productId = shop.products[0]?.id ?? ''
  const plan = { orderId: firstOrder, date: DATE, trucks: DEVICES, stopsPerTruck: STOPS }
  const routes = await addFleet(shop.sql, plan)
  const phones = []
  for (const { driverId } of routes) {
    const phone = await openPhone(driverId)
    await phone.load()
    phones.push(phone)
  }
  const days = phones.map((phone, index) => driveDay(phone, routes[index] as FleetRoute, productId))

  const answers = await Promise.all(phones.map((phone, n) => sendDay(phone, days[n] ?? [])))

  expect(new Set(answers.flat())).toEqual(new Set(['accepted', 'duplicate']))
  const stored = await shop.sql('select count(*)::int as n from driver_events')
  expect(stored).toEqual([{ n: 3000 }])
  expect(await shop.sql('select kind from driver_reviews')).toEqual([])
  const stops = await shop.sql(
    `select s.status, o.delivery_status, count(*)::int as n from schedules s
     join orders o on o.id = s.order_id where s.truck_id = any($1::uuid[]) group by 1, 2`,
    [routes.map(({ truckId }) => truckId)],
  )
  expect(stops).toEqual([{ status: 'completed', delivery_status: 'delivered', n: DEVICES * STOPS }])
  expect(await shop.sql("select 1 from routes where status = 'closed'")).toHaveLength(DEVICES)
  // Two full ones left and an empty one taken at every stop; the mistakes are reversed.
  const bottles = await shop.sql(
    `select "to", state, sum(quantity)::int as n from bottle_movements m
     where cause = 'delivered' and reverses is null
       and not exists (select 1 from bottle_movements r where r.reverses = m.id)
     group by 1, 2 order by 1`,
  )
  expect(bottles).toEqual([
    { to: 'customer', state: 'full', n: 2 * DEVICES * STOPS },
    { to: 'truck', state: 'empty', n: DEVICES * STOPS },
  ])
})
