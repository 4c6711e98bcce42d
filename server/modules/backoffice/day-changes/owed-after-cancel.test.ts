import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Insights } from '#contract/staff/insights.ts'
import type { OutlookDay } from '#contract/zones/outlook.ts'
import type { ArchivePreview } from '#contract/zones/zones.ts'
import { clearClosedDates } from '#server/modules/backoffice/closed-dates/clear-closed-dates.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { closeDates, readDeliveryDate } from '#tests/support/orders/closed-dates.ts'
import {
  addKingston,
  auditDays,
  changeDay,
  previewDay,
  STORM,
  undoDay,
} from '#tests/support/orders/day-changes.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { subscribe } from '#tests/support/subscriber.ts'

/** On the evening before, a subscription is cancelled whose first delivery is past its cut-off. */
async function openOwed() {
  const shop = await openShop()
  const zoneId = await addKingston(await staffBrowser(shop))
  const { id } = await subscribe(shop, { deliveryDate: STORM })
  shop.clock.set('2026-03-05T02:00:00Z')
  const ana = await customerBrowser(shop)
  await ana.call('PATCH', fillPath(apiPaths.cancelOrder, { id }))
  return { shop, zoneId, id, staff: await staffBrowser(shop) }
}

test('rule 48: a day change moves the remaining delivery of a cancelled subscription, and its undo restores it', async () => {
  const { shop, zoneId, id, staff } = await openOwed()
  const { body: preview } = await previewDay(staff, { zoneIds: [zoneId] })
  expect(preview.deliveries).toMatchObject([{ orderId: id, to: '2026-03-12', isEmailed: true }])

  const { body } = await changeDay(staff, { zoneIds: [zoneId] })
  expect(await readDeliveryDate(shop, id)).toBe('2026-03-12')
  expect((await undoDay(staff, body.id)).body).toEqual({ restored: 1, skipped: [] })
  expect(await readDeliveryDate(shop, id)).toBe(STORM)
  expect(await auditDays(shop)).toEqual([])
})

test('rule 48: its customer is emailed the new date, and nothing about a change of it', async () => {
  const { shop, staff } = await openOwed()
  await changeDay(staff)
  shop.clock.advance(11 * 60_000)
  await shop.runJob('email.send')

  const sent = await shop.mailbox()
  const email = sent.find(({ subject }) => subject.startsWith('Your delivery moved'))
  expect(email?.subject).toContain('March 12')
  expect(email?.text).not.toContain('until')
  expect(email?.text).not.toContain('weekly')
})

test('rule 48: the remaining delivery stays once a truck is out with it', async () => {
  const { shop, id, staff } = await openOwed()
  await shop.sql("update orders set delivery_status = 'in-transit' where id = $1", [id])

  expect((await previewDay(staff)).body.counts).toMatchObject({ deliveries: 0, staying: 1 })
})

test('rule 45: archiving its zone counts it as long as it is owed', async () => {
  const { shop, zoneId, id, staff } = await openOwed()
  const count = async () => {
    const path = `${fillPath(apiPaths.adminZone, { id: zoneId })}?preview=true`
    return (await staff.call<ArchivePreview>('DELETE', path)).body.deliveries
  }
  expect(await count()).toBe(1)
  await shop.sql("update payments set status = 'refunded' where order_id = $1", [id])
  expect(await count()).toBe(0)
})

test('rule 34: closing a date moves the remaining delivery of a cancelled subscription', async () => {
  const { shop, id, staff } = await openOwed()
  const { body } = await closeDates(staff, [STORM])
  await clearClosedDates(shop.deps)

  expect(body.deliveries).toMatchObject([{ orderId: id, from: STORM, to: '2026-03-06' }])
  expect(await readDeliveryDate(shop, id)).toBe('2026-03-06')
})

test('the dashboard counts its bottles until it is refunded', async () => {
  const { shop, id, staff } = await openOwed()
  const bottles = async () => {
    const { body } = await staff.call<Insights>('GET', apiPaths.adminInsights)
    return body.bottles.find(({ date }) => date === STORM)?.bottles
  }
  expect(await bottles()).toBe(2)
  await shop.sql("update payments set status = 'refunded' where order_id = $1", [id])
  expect(await bottles()).toBe(0)
})

test('rule 46: the remaining delivery of a cancelled subscription takes its place until it is refunded', async () => {
  const { shop, id, staff } = await openOwed()
  const bottles = async () => {
    const { body } = await staff.call<OutlookDay[]>('GET', apiPaths.adminOutlook)
    return body.find(({ date }) => date === STORM)?.bottles
  }
  expect(await bottles()).toBe(2)
  await shop.sql("update payments set status = 'refunded' where order_id = $1", [id])
  expect(await bottles()).toBe(0)
})
