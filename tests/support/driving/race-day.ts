import type { SentDriverEvent } from '#contract/driver/events.ts'
import { apiPaths } from '#contract/paths.ts'
import type { BoardStop } from '#contract/routes/board.ts'
import { addKingston, buyAt } from '../orders/day-changes.ts'
import { DATE } from '../routing/open-board.ts'
import { customerBrowser } from '../sign-in.ts'
import { delivered, failed, openDriving, type Phone } from './open-driving.ts'

/** Of each truck. */
const STOPS = 5

const WEEKDAYS = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, everyWeeks: 1, from: '2026-01-05' }))

/** Pairs of published routes with paid orders of customers who are logged in, and their phones. */
export async function openRaceDay(pairs: number) {
  const driving = await openDriving('x')
  await addKingston(driving.staff, { routeDays: WEEKDAYS })
  const rounds = []
  for (let round = 0; round < pairs; round++) {
    const routes = []
    for (const side of ['a', 'b']) routes.push(await openRoute(driving, `${round}${side}`))
    rounds.push(routes)
  }
  return { ...driving, rounds }
}

export type RaceDay = Awaited<ReturnType<typeof openRaceDay>>
export type RaceRoute = Awaited<ReturnType<typeof openRoute>>

async function openRoute(driving: Awaited<ReturnType<typeof openDriving>>, name: string) {
  const { shop, staff, add, addDriver, publish, openPhone, read } = driving
  const form = { name, licensePlate: name, capacity: 99 }
  const truckId = (await staff.call<{ id: string }>('POST', apiPaths.adminTrucks, form)).body.id
  const stops: (BoardStop & { customer: Phone['browser'] })[] = []
  for (let n = 0; n < STOPS; n++) {
    const email = `${name}-${n}@example.com`
    const orderId = await buyAt(shop, { customerEmail: email, deliveryDate: '2026-03-12' })
    await shop.sql('update orders set delivery_date = $1 where id = $2', [DATE, orderId])
    const { body: stop } = await add(orderId, { truckId, date: DATE })
    stops.push({ ...stop, customer: await customerBrowser(shop, email) })
  }
  const routeId = (await read()).routes.find((route) => route.truckId === truckId)?.id ?? ''
  const driverId = await addDriver(name)
  await publish(routeId, driverId)
  const phone = await openPhone(driverId)
  await phone.load()
  return { routeId, truckId, driverId, stops, phone }
}

/** The requests of a route's driver in a day, each with the events of a tap or two. */
export function driveDay({ phone, stops }: RaceRoute, productId: string) {
  const [a, b, c, d, e] = stops.map(({ id }) => id)
  const count = (full: number, empties = 0) => ({
    payload: { lines: [{ productId, full, empties, damaged: 0 }] },
  })
  const mistaken = phone.event(delivered(c, productId, 9))
  const departure = [
    phone.event({ type: 'loaded', ...count(12) }),
    phone.event({ type: 'departed' }),
  ]
  const reportedStops: SentDriverEvent[][] = [
    [phone.event({ type: 'arrived', stopId: a ?? '' }), phone.event(delivered(a, productId, 1))],
    [phone.event(failed(b))],
    [mistaken],
    [phone.event(delivered(c, productId, 2))],
    [phone.event(delivered(d, productId, 1)), phone.event(failed(e, 'refused'))],
  ]
  // Booked by then, and undone while the route is closed.
  const returned = [
    phone.event({ type: 'superseded', supersedes: mistaken.eventId, stopId: c ?? '' }),
    phone.event({ type: 'returned', ...count(1, 2) }),
  ]
  const closing = [phone.event({ type: 'closed' })]
  return { departure, reportedStops, returned, closing }
}

/** As a phone does: what the shop is too busy for is sent again. */
export async function sendUntilAnswered(
  phone: Phone,
  events: readonly SentDriverEvent[],
): ReturnType<Phone['send']> {
  const reply = await phone.send(events, phone.key())
  return reply.status === 503 ? sendUntilAnswered(phone, events) : reply
}
