import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Driver } from '#contract/routes/drivers.ts'
import { DATE, openBoard } from '#tests/support/routing/open-board.ts'

/** A published route with a stop at 10:00 in New York, whose customer was emailed 9:15 to 10:45. */
async function openPublished() {
  const board = await openBoard()
  const { shop, blue } = board
  const [stop] = await board.addStops(blue, 'a', 'b')
  const planAt = (time: string) =>
    shop.sql('update schedules set planned_at = $2 where id = $1', [stop?.id, `${DATE}T${time}Z`])
  await planAt('15:00')
  shop.clock.set('2026-03-04T15:00:00Z')
  const staff = await board.signIn()
  const driver = await staff.call<Driver>('POST', apiPaths.adminDrivers, { name: 'Sam' })
  const { id } = await board.findRoute(blue)
  const publish = () =>
    staff.call('POST', fillPath(apiPaths.adminRoutePublish, { id }), { driverId: driver.body.id })
  await publish()
  const subjects = async () => {
    await shop.runJob('email.send')
    return (await shop.mailbox())
      .map(({ subject }) => subject)
      .filter((subject) => /Your delivery on.*:|new time/.test(subject))
  }
  return {
    ...board,
    stop: { id: stop?.id ?? '', orderId: stop?.orderId ?? '' },
    planAt,
    publish,
    /** Runs the job now and after these minutes. */
    check: async (minutes = 0) => {
      shop.clock.advance(minutes * 60_000)
      await shop.runJob('route.correctWindows')
      return (await subjects()).length
    },
    subjects,
  }
}

test('rule 52: a stop taken off a published route is announced after a while, once', async () => {
  const { stop, remove, check, subjects } = await openPublished()
  expect(await check()).toBe(1)
  await remove(stop.id)
  expect(await check()).toBe(1)
  expect(await check(14)).toBe(1)
  expect(await check(1)).toBe(2)
  expect((await subjects()).some((subject) => /new time/.test(subject))).toBe(true)
  expect(await check(60)).toBe(2)
})

test('rule 52: a stop that comes back in time emails no one', async () => {
  const { stop, remove, add, blue, check } = await openPublished()
  await remove(stop.id)
  expect(await check()).toBe(1)
  await add(stop.orderId, { truckId: blue, date: DATE })
  expect(await check(10)).toBe(1)
  expect(await check(30)).toBe(1)
})

test('rule 52: a time within the announced window emails no one, one beyond it is announced once', async () => {
  const { planAt, check, subjects } = await openPublished()
  await planAt('15:45')
  await check()
  expect(await check(20)).toBe(1)
  await planAt('17:00')
  await check()
  await planAt('18:00')
  expect(await check(15)).toBe(2)
  expect((await subjects()).some((subject) => subject.includes('12:15 PM to 1:45 PM'))).toBe(true)
  expect(await check(60)).toBe(2)
})

test('rule 52: a stop on a draft route is announced as withdrawn, and its new time when it is published', async () => {
  const { stop, red, move, check, subjects, publish } = await openPublished()
  await move(stop.id, { truckId: red, version: 1 })
  await check()
  await publish()
  expect(await check(15)).toBe(2)
  expect((await subjects()).some((subject) => /new time/.test(subject))).toBe(true)
})

test('a cancelled delivery and a window that is over email no one about the window', async () => {
  const { shop, stop, remove, check } = await openPublished()
  expect(await check()).toBe(1)
  await remove(stop.id)
  await shop.sql("update orders set status = 'cancelled' where id = $1", [stop.orderId])
  await check()
  expect(await check(20)).toBe(1)
  await shop.sql("update orders set status = 'confirmed' where id = $1", [stop.orderId])
  shop.clock.set(`${DATE}T15:50:00Z`)
  await check()
  expect(await check(20)).toBe(1)
})
