import { expect, test } from 'vitest'
import type { Schedule } from '#contract/dispatch.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { OrderDetail } from '#contract/staff/backoffice.ts'
import type { SubscriptionDetail } from '#contract/subscriptions/staff-subscriptions.ts'
import { openShop } from '#tests/support/open-shop.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { getCycles, runOnDays } from '#tests/support/subscriber.ts'
import { agree, importAndSend } from '#tests/support/subscription-import.ts'

async function openImported(change: Record<string, string> = {}) {
  const shop = await openShop()
  const staff = await staffBrowser(shop)
  const token = await importAndSend(shop, staff, change)
  const id = (await agree(shop.buyer(), token)).body.subscriptionId ?? ''
  return { shop, staff, id, path: fillPath(apiPaths.adminSubscription, { id }) }
}

test('rule 67: the delivery notes of the file are shown on the subscription, its orders and stops', async () => {
  const { shop, id, path } = await openImported()
  await runOnDays(shop, '2026-03-07', '2026-03-10', '2026-03-14')
  const staff = await staffBrowser(shop)
  const second = (await getCycles(shop, id))[1]?.order_id ?? ''

  for (const orderId of [id, second]) {
    const order = fillPath(apiPaths.adminOrder, { id: orderId })
    const { body } = await staff.call<OrderDetail>('GET', order)
    expect(body.subscription).toMatchObject({ id, deliveryNotes: 'Side door' })
    const stop = { orderId, scheduledDate: '2026-03-17', notes: 'Call first' }
    const created = await staff.call<Schedule>('POST', apiPaths.adminSchedules, stop)
    expect(created.body).toMatchObject({ notes: 'Call first', deliveryNotes: 'Side door' })
  }
  const csv = await staff.call<string>('GET', apiPaths.adminSchedulesCsv)
  expect(JSON.stringify(csv.body)).toContain('Call first / Side door')
  expect((await staff.call<SubscriptionDetail>('GET', path)).body.deliveryNotes).toBe('Side door')
})

test('staff edit the notes; the audit log has the change without the text, an erasure deletes it', async () => {
  const { shop, staff, id, path } = await openImported()
  const edit = (notes: unknown) =>
    staff.call<SubscriptionDetail>('PATCH', path, { type: 'notes', notes })

  expect((await edit('Gate code 4711 ')).body.deliveryNotes).toBe('Gate code 4711')
  for (const bad of ['x'.repeat(1001), 'a\0b', 7, null]) expect((await edit(bad)).status).toBe(400)
  const dispatcher = await staffBrowser(shop, 'dispatcher')
  const viewer = await staffBrowser(shop, 'viewer')
  const change = { type: 'notes', notes: 'Back door' }
  expect((await dispatcher.call('PATCH', path, change)).status).toBe(200)
  expect((await viewer.call('PATCH', path, change)).status).toBe(403)
  const entries = await shop.sql<{ text: string }>(
    "select e::text as text from audit_entries e where action = 'subscription.notes'",
  )
  expect(entries).toHaveLength(2)
  expect(JSON.stringify(entries)).not.toMatch(/4711|Back door/)
  expect((await edit('  ')).body.deliveryNotes).toBeNull()
  await edit('Blue house')
  const ben = await customerBrowser(shop, 'ben@example.com')
  const exported = await ben.call('GET', apiPaths.personalData)
  expect(JSON.stringify(exported.body)).toContain('Blue house')
  expect((await ben.call('DELETE', apiPaths.personalData)).status).toBeLessThan(300)
  const [row] = await shop.sql('select delivery_notes from subscriptions where id = $1', [id])
  expect(row).toEqual({ delivery_notes: null })
})

test('a customer without notes gets none, and the customer never sees them', async () => {
  const { shop, id, path, staff } = await openImported({ Notes: '' })
  expect((await staff.call<SubscriptionDetail>('GET', path)).body.deliveryNotes).toBeNull()
  await staff.call('PATCH', path, { type: 'notes', notes: 'Hard to please' })
  const ben = await customerBrowser(shop, 'ben@example.com')
  const replies = [
    await ben.call('GET', apiPaths.subscriptions),
    await ben.call('GET', fillPath(apiPaths.order, { id })),
  ]
  expect(JSON.stringify(replies)).not.toContain('Hard to please')
})
