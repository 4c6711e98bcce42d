import { expect, test } from 'vitest'
import { apiPaths } from '#contract/paths.ts'
import { delivered, openDriving } from '#tests/support/driving/open-driving.ts'
import { placeByPhone } from '#tests/support/orders/phone-order.ts'
import { DATE } from '#tests/support/routing/open-board.ts'

const undo = (eventId: string) => ({ type: 'superseded' as const, supersedes: eventId })

test('rule 60: bottles of a delivery whose undo is undone move again, however often', async () => {
  const { phone, shop, stops } = await openDriving('a')
  const left = async () => {
    const [row] = await shop.sql<{ n: number }>(
      `select coalesce(sum(case when "to" = 'customer' then quantity else -quantity end), 0)::int as n
       from bottle_movements where order_id = $1 and state = 'full'`,
      [stops[0]?.orderId],
    )
    return row?.n
  }
  const reported = phone.event(delivered(stops[0]?.id, shop.products[0]?.id ?? '', 3, 0))
  await phone.report(reported)
  const counts = [await left()]
  let last = reported
  for (let taps = 0; taps < 4; taps++) {
    last = phone.event(undo(taps % 2 ? last.eventId : reported.eventId))
    expect(await phone.report(last)).toBe('accepted')
    counts.push(await left())
  }

  expect(counts).toEqual([3, 0, 3, 0, 3])
})

test('rule 58: cash counts again once its undo is undone; staff may have taken it back', async () => {
  const { phone, shop, staff, add, blue } = await openDriving('a')
  const { body } = await placeByPhone(staff, shop, { deliveryDate: '2026-03-06' })
  const stop = (await add(body.orderId, { truckId: blue, date: DATE })).body
  await phone.load()
  const payload = { method: 'cash' as const, amount: '5.00' }
  const paid = phone.event({ type: 'payment-received', stopId: stop.id, payload })
  const tenders = async () => {
    const rows = await shop.sql<{ cents: number }>(
      'select amount_cents as cents from tenders where order_id = $1 order by created_at, cents desc',
      [stop.orderId],
    )
    return rows.reduce((sum, { cents }) => sum + cents, 0)
  }
  await phone.report(paid)
  const first = phone.event(undo(paid.eventId))
  await phone.report(first)
  expect(await tenders()).toBe(0)
  expect(await phone.report(undo(first.eventId))).toBe('accepted')
  expect(await tenders()).toBe(500)
  await phone.report(undo(paid.eventId))
  expect(await tenders()).toBe(0)

  const other = phone.event({ type: 'payment-received', stopId: stop.id, payload })
  await phone.report(other)
  const path = `${apiPaths.adminOrders}/${stop.orderId}/tenders/${other.eventId}/reverse`
  expect((await staff.call('POST', path, { reason: 'Counted twice' })).status).toBe(200)
  expect(await phone.report(undo(other.eventId))).toBe('accepted')
  expect(await tenders()).toBe(0)
})
