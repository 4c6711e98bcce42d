import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { openPublishing, statusAndCode } from '#tests/support/routing/open-publishing.ts'

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

test('a route leaves once it is published and is closed once it is out; never back', async () => {
  const { publish, update, withdraw, transfer, red, sam } = await openPublishing()
  expect(statusAndCode(await update({ status: 'out' }))).toBe('409 not_published')
  expect(statusAndCode(await update({ status: 'closed' }))).toBe('409 not_out')
  await publish()
  expect(statusAndCode(await update({ status: 'closed' }))).toBe('409 not_out')
  expect(statusAndCode(await update({ driverId: null }))).toBe('400 invalid')

  expect((await update({ status: 'out' })).body.status).toBe('out')
  expect(statusAndCode(await publish())).toBe('409 route_out')
  expect(statusAndCode(await withdraw())).toBe('409 route_out')
  expect((await update({ status: 'closed' })).body.status).toBe('closed')

  for (const body of [{ status: 'out' }, { isLocked: true }, { driverId: sam }])
    expect(statusAndCode(await update(body))).toBe('409 route_closed')
  expect(statusAndCode(await publish())).toBe('409 route_closed')
  expect(statusAndCode(await transfer(red))).toBe('409 route_closed')
})

test('staff set a route out whose driver was disabled after leaving', async () => {
  const { staff, publish, update, sam } = await openPublishing()
  await publish()
  await staff.call('PATCH', fillPath(apiPaths.adminDriver, { id: sam }), { isDisabled: true })

  expect((await update({ status: 'out' })).body.status).toBe('out')
})

test('a published route without its truck does not leave; one that is out finishes', async () => {
  const { staff, publish, update, blue } = await openPublishing()
  await publish()
  const path = fillPath(apiPaths.adminTruck, { id: blue })
  await staff.call('DELETE', path)

  expect(statusAndCode(await update({ status: 'out' }))).toBe('409 truck_deleted')
})

test('a route is locked, and X8: an outdated version is rejected', async () => {
  const { update } = await openPublishing()
  const locked = await update({ isLocked: true })

  expect(locked.body).toMatchObject({ isLocked: true })
  expect(statusAndCode(await update({ isLocked: false, version: locked.body.version - 1 }))).toBe(
    '409 stale',
  )
  expect(statusAndCode(await update({ status: 'draft' }))).toBe('400 invalid')
})

test('rule 52: the open stops of a route are transferred behind those of another truck', async () => {
  const { shop, staff, addStops, transfer, red, blue, stops, show, update, publish } =
    await openPublishing()
  await addStops(red, 'x')
  await publish()
  await update({ status: 'out' })
  const done = fillPath(apiPaths.adminSchedule, { id: stops[0]?.id ?? '' })
  await staff.call('PATCH', done, { status: 'completed' })

  expect((await transfer(red)).body).toEqual({ moved: 1 })

  expect([await show(blue), await show(red)]).toEqual(['a', 'x | b'])
  const entries = await shop.sql<{ before: object; after: object }>(
    "select before, after from audit_entries where subject_id = $1 and action = 'schedule.updated'",
    [stops[1]?.id],
  )
  expect(entries).toEqual([
    {
      before: { truckId: blue, trip: 1, position: 2 },
      after: { truckId: red, trip: 2, position: 1 },
    },
  ])
  expect((await transfer(red)).body).toEqual({ moved: 0 })
  expect(statusAndCode(await transfer(blue))).toBe('400 invalid')
  expect(statusAndCode(await transfer(UNKNOWN))).toBe('400 unknown_truck')
})
