import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Board } from '#contract/routes/board.ts'
import type { Driver } from '#contract/routes/drivers.ts'
import { lockBoard } from '#server/modules/dispatch/board/lock-board.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { auditDays, buyAt } from '#tests/support/orders/day-changes.ts'
import { addTruck, applyPlan, planDay, undoPlan } from '#tests/support/orders/plan-day.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

const DATE = '2026-03-05'

/** Eight paid deliveries after the cut-off, two trucks with drivers, and three dispatchers. */
async function openRace() {
  const shop = await openShop()
  const orderIds: string[] = []
  for (let n = 0; n < 8; n += 1)
    orderIds.push(await buyAt(shop, { customerEmail: `c${n}@example.com` }))
  shop.clock.set('2026-03-04T15:00:00Z')
  const staff = await staffBrowser(shop)
  const dispatchers = [staff, await staffBrowser(shop), await staffBrowser(shop, 'dispatcher')]
  const trucks = [await addTruck(staff), await addTruck(staff, { name: 'Second' })]
  const drivers: string[] = []
  for (const name of ['Sam', 'Kim'])
    drivers.push((await staff.call<Driver>('POST', apiPaths.adminDrivers, { name })).body.id)
  const read = async () =>
    (await staff.call<Board>('GET', `${apiPaths.adminRoutes}?date=${DATE}`)).body
  return { shop, staff, dispatchers, trucks, drivers, orderIds: orderIds.sort(), read }
}

/** Every delivery of the board: those on trucks and those on none. */
const listOrderIds = ({ routes, unplanned }: Board) =>
  [...routes.flatMap(({ trips }) => trips.flatMap(({ stops }) => stops)), ...unplanned].map(
    ({ orderId }) => orderId,
  )

const listStops = ({ routes }: Board) =>
  routes.flatMap(({ trips }) => trips.flatMap(({ stops }) => stops))

/** The replies that a dispatcher who lost a race may get. */
const LOST = new Set(['stale', 'plan_ended', 'not_found', 'busy', 'not_published', 'no_stops'])

test('rules 50 and 52: parallel applying, undoing, publishing, withdrawing and dragging loses and doubles nothing', async () => {
  const { shop, staff, dispatchers, trucks, drivers, orderIds, read } = await openRace()
  const [first = staff, second = staff, third = staff] = dispatchers
  const won: string[] = []
  for (const [round, scope] of ['everything', 'everything', 'reorder', 'unplanned'].entries()) {
    const plan = await planDay(staff, { scope, date: DATE })
    const board = await read()
    const stops = listStops(board)
    const calls: [string, () => Promise<{ status: number; body: unknown }>][] = [
      ['apply', () => applyPlan(first, plan)],
      ['apply', () => applyPlan(second, plan)],
      ['undo', () => undoPlan(third, plan)],
    ]
    for (const [n, { id, truckId }] of board.routes.entries()) {
      const at = (path: string) => fillPath(path, { id })
      const other = trucks.find((truck) => truck.id !== truckId)?.id
      const driverId = drivers[n % 2]
      calls.push(
        ['publish', () => first.call('POST', at(apiPaths.adminRoutePublish), { driverId })],
        ['publish', () => second.call('POST', at(apiPaths.adminRoutePublish), { driverId })],
        ['withdraw', () => third.call('POST', at(apiPaths.adminRouteWithdraw))],
        [
          'transfer',
          () => second.call('POST', at(apiPaths.adminRouteTransfer), { truckId: other }),
        ],
        ['standing', () => third.call('POST', at(apiPaths.adminRouteStanding), {})],
      )
    }
    for (const [n, { id, version }] of stops.entries()) {
      const dispatcher = dispatchers[n % dispatchers.length] as Buyer
      const path = fillPath(apiPaths.adminStop, { id })
      calls.push(
        n % 4 === 3
          ? ['remove', () => dispatcher.call('DELETE', `${path}?version=${version}`)]
          : ['move', () => dispatcher.call('PATCH', path, { position: 1, version })],
      )
    }
    // Every second round starts in reverse order.
    if (round % 2) calls.reverse()
    const replies = await Promise.all(
      calls.map(async ([what, send]) => ({ what, ...(await send()) })),
    )
    for (const { what, status, body } of replies) {
      if (status < 300) won.push(what)
      else
        expect(LOST, `${what} ${status} ${JSON.stringify(body)}`).toContain(
          (body as { code: string }).code,
        )
    }
    expect(listOrderIds(await read()).sort()).toEqual(orderIds)
    expect(await auditDays(shop)).toEqual([])
    // The next round plans drafts again.
    for (const { id, status } of (await read()).routes)
      if (status === 'published')
        await staff.call('POST', fillPath(apiPaths.adminRouteWithdraw, { id }))
  }
  expect(won).toContain('apply')
  expect((await audit(shop)).findings).toEqual([])
}, 240_000)

test('rule 50: of several dispatchers who apply a plan at once, one applies it; its undo works once', async () => {
  const { shop, staff, dispatchers, orderIds, read } = await openRace()
  const plan = await planDay(staff, { date: DATE })
  const count = (replies: { status: number }[]) =>
    replies.map(({ status }) => status).sort((a, b) => a - b)

  const applied = await Promise.all(dispatchers.map((dispatcher) => applyPlan(dispatcher, plan)))
  expect(count(applied)).toEqual([200, 409, 409])
  expect(
    listStops(await read())
      .map(({ orderId }) => orderId)
      .sort(),
  ).toEqual(orderIds)

  const undone = await Promise.all(dispatchers.map((dispatcher) => undoPlan(dispatcher, plan)))
  expect(count(undone)).toEqual([200, 409, 409])
  expect((await read()).unplanned.map(({ orderId }) => orderId).sort()).toEqual(orderIds)
  expect(await auditDays(shop)).toEqual([])
})

/** A change of the board that does not end, in a transaction of its own. */
async function lockBoardElsewhere({ deps }: TestShop) {
  const locked = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const change = deps.db.transaction(async (tx) => {
    await lockBoard(tx, DATE)
    locked.resolve()
    await ended.promise
  })
  await locked.promise
  return () => {
    ended.resolve()
    return change
  }
}

test('a dispatcher who waits too long for another change is asked to retry, and nothing changes', async () => {
  const { shop, staff, dispatchers, trucks, orderIds, read } = await openRace()
  const [orderId = ''] = orderIds
  const plan = await planDay(staff, { date: DATE })
  const release = await lockBoardElsewhere(shop)
  const add = { orderId, truckId: trucks[0]?.id, date: DATE }
  const [applied, added] = await Promise.all([
    applyPlan(dispatchers[1] as Buyer, plan),
    dispatchers[2]?.call<{ code: string }>('POST', apiPaths.adminStops, add),
  ])
  await release()

  for (const reply of [applied, added])
    expect([reply?.status, reply?.body.code]).toEqual([503, 'busy'])
  expect(listStops(await read())).toEqual([])
  expect((await applyPlan(staff, plan)).status).toBe(200)
})
