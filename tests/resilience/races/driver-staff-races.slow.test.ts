import { expect, test } from 'vitest'
import type { SentDriverEvent } from '#contract/driver/events.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { auditDriving } from '#tests/support/driving/audit-driving.ts'
import {
  driveDay,
  openRaceDay,
  type RaceDay,
  type RaceRoute,
  sendUntilAnswered,
} from '#tests/support/driving/race-day.ts'
import type { TestShop } from '#tests/support/open-shop.ts'
import { auditDays, changeDay, undoDay } from '#tests/support/orders/day-changes.ts'
import { report } from '#tests/support/orders/delivered-order.ts'
import { audit } from '#tests/support/provider-ledger.ts'

const ROUNDS = 2

type Reply = { status: number; body: unknown }
type Call = () => Promise<Reply>
type Stop = RaceRoute['stops'][number]
type FiveStops = [Stop, Stop, Stop, Stop, Stop]

/** A seed always gives the same order of calls. */
function shuffled(calls: readonly Call[], seed: number): Call[] {
  let state = seed
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state
  }
  return calls
    .map((call) => ({ call, at: next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ call }) => call)
}

/** Runs all calls in parallel. A call that gets "try again" is repeated; none may fail because of a bug. */
async function race(calls: readonly Call[], seed: number): Promise<void> {
  const replies = await Promise.all(
    shuffled(calls, seed).map(async (call) => {
      const reply = await call()
      return reply.status === 503 ? call() : reply
    }),
  )
  const faults = replies.filter(({ status }) => status >= 500)
  expect(faults).toEqual([])
}

const at = (path: string, id: string) => fillPath(path, { id })

/** The route's first stop is cancelled, its third is erased, its fourth leaves it. */
function staffCalls({ staff }: RaceDay, own: RaceRoute, other: RaceRoute): Call[] {
  const [a, b, c, d, e] = own.stops as FiveStops
  const patchOrder = (orderId: string, body: object) =>
    staff.call('PATCH', at(apiPaths.adminOrder, orderId), body)
  const move = { truckId: other.truckId, version: d.version }
  const { driverId, phone } = own
  const device = fillPath(apiPaths.adminDriverDevice, { id: driverId, deviceId: phone.deviceId })
  return [
    () => patchOrder(a.orderId, { status: 'cancelled', refund: true }),
    () => patchOrder(b.orderId, { status: 'cancelled' }),
    () => c.customer.call('DELETE', apiPaths.personalData),
    () => staff.call('PATCH', at(apiPaths.adminStop, d.id), move),
    () => staff.call('PATCH', at(apiPaths.adminSchedule, e.id), { scheduledDate: '2026-03-09' }),
    () => staff.call('DELETE', at(apiPaths.adminStop, e.id)),
    () => staff.call('DELETE', device),
    () => phone.load(),
    async () => {
      const change = await changeDay(staff, { kind: 'moved', toDate: '2026-03-06' })
      return change.status === 200 ? undoDay(staff, change.body.id) : change
    },
  ]
}

/** Money and the end of a day. */
function closingCalls({ shop, staff }: RaceDay, own: RaceRoute): Call[] {
  const [a, , c] = own.stops as FiveStops
  const close = () =>
    staff.call('PATCH', at(apiPaths.adminRoute, own.routeId), { status: 'closed' })
  const refund = (orderId: string) => () =>
    staff.call('POST', at(apiPaths.adminOrderRefund, orderId), { amount: '5.00', reason: 'Sorry' })
  const run = (name: Parameters<TestShop['runJob']>[0]) => async () => {
    await shop.runJob(name)
    return { status: 200, body: null }
  }
  return [
    close,
    close,
    refund(a.orderId),
    refund(c.orderId),
    () => report(a.customer, a.orderId),
    () => report(c.customer, c.orderId),
    run('bottle.settle'),
    run('refund.send'),
    run('email.send'),
  ]
}

async function runRound(day: RaceDay, routes: RaceRoute[], seed: number) {
  const { shop, staff, productId, linkFor, sam } = day
  const [own, other] = routes as [RaceRoute, RaceRoute]
  const days = routes.map((route) => ({ route, ...driveDay(route, productId) }))
  const send = (route: RaceRoute, events: SentDriverEvent[]) => () =>
    sendUntilAnswered(route.phone, events)
  const publish = () =>
    staff.call('POST', at(apiPaths.adminRoutePublish, other.routeId), { driverId: sam })
  const token = await linkFor(other.driverId)
  const signIn = () => shop.buyer().call('POST', apiPaths.driverSignIn, { token })

  await race(
    [
      ...days.map(({ route, departure }) => send(route, departure)),
      ...[publish, signIn, signIn, ...staffCalls(day, own, other)],
    ],
    seed,
  )
  await race(
    [
      ...days.flatMap(({ route, reportedStops }) =>
        reportedStops.map((events) => send(route, events)),
      ),
      ...staffCalls(day, other, own),
      () =>
        staff.call('POST', at(apiPaths.adminRouteTransfer, own.routeId), {
          truckId: other.truckId,
        }),
      () => staff.call('DELETE', at(apiPaths.adminTruck, other.truckId)),
    ],
    seed + 1,
  )
  await race(
    days.flatMap(({ route, returned, closing, reportedStops }) => [
      send(route, returned),
      send(route, closing),
      // An answer that got lost.
      ...reportedStops.map((events) => send(route, events)),
      ...closingCalls(day, route),
    ]),
    seed + 2,
  )
  const events = days.flatMap(({ departure, reportedStops, returned, closing }) =>
    [departure, ...reportedStops, returned, closing].flat(),
  )
  const [stored] = await shop.sql<{ n: number }>(
    'select count(*)::int as n from driver_events where id = any($1)',
    [events.map(({ eventId }) => eventId)],
  )
  expect(stored?.n).toBe(events.length)
}

test.each([1, 2])(
  'rules 55 to 62: phones, dispatchers and customers at once, seed %i: nothing is lost or doubled',
  { timeout: 600_000 },
  async (seed) => {
    const day = await openRaceDay(ROUNDS)
    const { shop } = day
    // The copy of an order on the board has no price lines.
    const before = (await audit(shop)).findings.length
    for (const [round, routes] of day.rounds.entries()) {
      await runRound(day, routes, seed * 1000 + round * 10)
      await shop.runJob('bottle.settle')
      await shop.runJob('refund.send')

      expect(await auditDriving(shop)).toEqual([])
      expect((await audit(shop)).findings.slice(before)).toEqual([])
      expect(await auditDays(shop)).toEqual([])
    }
  },
)
