import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import type { Board } from '#contract/routes/board.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { readDeliveryDate } from '#tests/support/orders/closed-dates.ts'
import {
  addKingston,
  buyAt,
  changeDay,
  previewDay,
  STORM,
  undoDay,
} from '#tests/support/orders/day-changes.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import { subscribe } from '#tests/support/subscriber.ts'

/** A weekly customer and another buyer, whose deliveries move from March 5 to March 12. */
async function openStorm() {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const zoneId = await addKingston(staff)
  const { id: weekly } = await subscribe(shop)
  const other = await buyAt(shop, { customerEmail: 'ben@example.com' })
  const storm = (orderId: string, date: string) => ({
    zoneIds: [zoneId],
    extraStops: [{ orderId, date }],
  })
  return { shop, staff, zoneId, weekly, other, storm }
}

test('rule 48: an extra stop brings one delivery earlier, to that date’s board, and an undo takes it back', async () => {
  const { shop, staff, zoneId, weekly, other, storm } = await openStorm()
  const { body: preview } = await previewDay(staff, { zoneIds: [zoneId] })
  expect(preview.runDry).toMatchObject([{ orderId: weekly, extraStopDate: '2026-03-06' }])

  const { status, body } = await changeDay(staff, storm(weekly, '2026-03-06'))

  expect([status, body.runDry]).toEqual([200, []])
  expect(await readDeliveryDate(shop, weekly)).toBe('2026-03-06')
  expect(await readDeliveryDate(shop, other)).toBe('2026-03-12')
  const board = await staff.call<Board>('GET', `${apiPaths.adminRoutes}?date=2026-03-06`)
  expect(board.body.unplanned).toMatchObject([{ orderId: weekly }])
  await undoDay(staff, body.id)
  expect(await readDeliveryDate(shop, weekly)).toBe(STORM)
})

test.each([
  ['today', '2026-03-02', 'from tomorrow on'],
  ['the changed date', STORM, 'before Thursday, March 12'],
  ['the date of the others', '2026-03-12', 'before Thursday, March 12'],
  ['a date that does not exist', '2026-02-30', 'extra stop'],
])('rule 48: an extra stop on %s is rejected and changes nothing', async (_, date, message) => {
  const { shop, staff, weekly, storm } = await openStorm()

  const { status, body } = await changeDay(staff, storm(weekly, date))

  expect([status, body.message]).toEqual([400, expect.stringContaining(message)])
  expect(await readDeliveryDate(shop, weekly)).toBe(STORM)
})

test('rule 48: an extra stop of a delivery that is no longer on the date is left out', async () => {
  const { shop, staff, weekly, storm } = await openStorm()
  await staff.call('PATCH', apiPaths.adminOrder.replace(':id', weekly), { status: 'cancelled' })

  expect((await changeDay(staff, storm(weekly, '2026-03-06'))).status).toBe(200)

  expect(await readDeliveryDate(shop, weekly)).toBe(STORM)
})
