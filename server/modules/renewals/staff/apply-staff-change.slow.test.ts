import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { AuditEntry } from '#contract/staff/staff.ts'
import type {
  StaffSubscriptionChange,
  SubscriptionDetail,
} from '#contract/subscriptions/staff-subscriptions.ts'
import { testCard } from '#tests/support/card-sandbox.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { STAFF, staffBrowser } from '#tests/support/sign-in.ts'
import { capturedCents, getCycles, runEngine, subscribe } from '#tests/support/subscriber.ts'

async function staffTools(shop: TestShop, id: string) {
  const staff = await staffBrowser(shop)
  const path = fillPath(apiPaths.adminSubscription, { id })
  return {
    staff,
    apply: (change: StaffSubscriptionChange) =>
      staff.call<SubscriptionDetail & { code?: string }>('PATCH', path, change),
    read: async () => (await staff.call<SubscriptionDetail>('GET', path)).body,
    latestEntry: async () =>
      (await staff.call<AuditEntry[]>('GET', `${apiPaths.adminAudit}?limit=1`)).body[0],
    auditActions: () =>
      shop.sql<{ action: string }>(
        "select action from audit_entries where action <> 'staff.logged_in' order by id",
      ),
  }
}

/** The charge for the delivery of March 12 was declined once. */
async function makeDeliveryUnpaid(shop: TestShop, card = testCard.failsLater) {
  const { id } = await subscribe(shop, { card })
  for (const now of ['2026-03-09T12:00:00Z', '2026-03-12T12:00:00Z']) {
    shop.clock.set(now)
    await runEngine(shop)
  }
  return id
}

test('X7: the audit log has the changed fields when staff pause and resume', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  const { apply, latestEntry } = await staffTools(shop, id)

  const paused = await apply({ type: 'pause', until: '2026-03-24' })

  expect(paused.body.subscription).toMatchObject({ status: 'paused', pausedUntil: '2026-03-24' })
  expect(await latestEntry()).toMatchObject({
    action: 'subscription.pause',
    subjectId: id,
    staffEmail: STAFF.email,
    before: { status: 'active', pausedUntil: null, nextDate: '2026-03-12' },
    after: { status: 'paused', pausedUntil: '2026-03-24', nextDate: '2026-03-26' },
  })
  await apply({ type: 'resume' })
  expect(await latestEntry()).toMatchObject({
    action: 'subscription.resume',
    before: { status: 'paused', pausedUntil: '2026-03-24' },
    after: { status: 'active', pausedUntil: null },
  })
})

test('X7: staff skip and unskip a delivery', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  const { apply, latestEntry } = await staffTools(shop, id)

  const skipped = await apply({ type: 'skip', cycle: 1 })

  expect(skipped.body.cycles).toMatchObject([{ cycle: 1, status: 'skipped', reason: 'staff' }])
  expect(await latestEntry()).toMatchObject({
    before: { delivery: 'planned' },
    after: { deliveryDate: '2026-03-12', delivery: 'skipped' },
  })
  await apply({ type: 'unskip', cycle: 1 })
  expect((await getCycles(shop, id))[0]).toMatchObject({ status: 'planned', reason: null })
  expect(await latestEntry()).toMatchObject({
    action: 'subscription.unskip',
    before: { delivery: 'skipped' },
    after: { delivery: 'planned' },
  })
})

test('staff changes follow the customer’s rules, and a rejected one leaves no trace', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)
  shop.clock.set('2026-03-11T12:00:00Z')
  const { apply, auditActions } = await staffTools(shop, id)
  const before = await getCycles(shop, id)

  const rejected: [StaffSubscriptionChange, string][] = [
    [{ type: 'skip', cycle: 1 }, 'past_cutoff'],
    [{ type: 'pause', until: '2026-03-11' }, 'bad_date'],
    [{ type: 'retry', cycle: 1 }, 'no_delivery'],
    [{ type: 'release', cycle: 1 }, 'no_delivery'],
    [{ type: 'charge', cycle: 1 }, 'no_delivery'],
    [{ type: 'skip', cycle: 99 }, 'no_delivery'],
  ]
  for (const [change, code] of rejected) {
    const { status, body } = await apply(change)
    expect([change, status, body.code]).toEqual([change, 409, code])
  }

  expect(await getCycles(shop, id)).toEqual(before)
  expect(await auditActions()).toEqual([])
})

test('X7: staff cancel, and the preview shows the delivery past its cut-off', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)
  shop.clock.set('2026-03-11T12:00:00Z')
  const { apply, read, latestEntry } = await staffTools(shop, id)
  expect((await read()).subscription.ifCancelled).toEqual({
    cancelled: [],
    stillDelivered: ['2026-03-12'],
  })

  const cancelled = await apply({ type: 'cancel' })

  expect(cancelled.body.subscription.status).toBe('cancelled')
  expect(await latestEntry()).toMatchObject({
    action: 'subscription.cancel',
    before: { status: 'active', nextDate: '2026-03-19' },
    after: { status: 'cancelled', nextDate: null },
  })
  for (const type of ['pause', 'resume'] as const) {
    expect((await apply({ type })).body.code).toBe('not_active')
  }
})

test('a one-time order cannot be cancelled as a subscription, and no audit entry is written', async () => {
  const shop = await openShop()
  const { orderId } = await shop.buyer().buy()
  await shop.deliverPending()
  const { apply, auditActions } = await staffTools(shop, orderId)

  const response = await apply({ type: 'cancel' })

  expect(response.status).toBe(404)
  expect(await shop.sql('select status from orders')).toEqual([{ status: 'confirmed' }])
  expect(await shop.sql('select id from refunds')).toEqual([])
  expect(await auditActions()).toEqual([])
})

test('staff release a delivery on hold and retry its payment', async () => {
  const shop = await openShop()
  const id = await makeDeliveryUnpaid(shop)
  const { apply, read, latestEntry } = await staffTools(shop, id)
  expect((await read()).cycles[0]).toMatchObject({
    status: 'unpaid',
    isOnHold: true,
    attempts: [{ number: 1, outcome: 'soft' }],
  })

  await apply({ type: 'release', cycle: 1 })

  expect((await read()).cycles[0]).toMatchObject({ status: 'unpaid', isOnHold: false })
  expect(await latestEntry()).toMatchObject({
    action: 'subscription.release',
    before: { isOnHold: true },
    after: { isOnHold: false, deliveryDate: '2026-03-12' },
  })
  const retried = await apply({ type: 'retry', cycle: 1 })
  await runEngine(shop)
  expect(retried.status).toBe(200)
  expect((await read()).cycles[0]?.attempts).toHaveLength(2)
  expect(await capturedCents(shop)).toHaveLength(1)
})

test('R8: staff cannot retry a card that was declined for good', async () => {
  const shop = await openShop()
  const id = await makeDeliveryUnpaid(shop)
  await shop.sql("update charge_attempts set outcome = 'hard', code = 'stolen_card'")
  const { apply } = await staffTools(shop, id)

  const response = await apply({ type: 'retry', cycle: 1 })
  await runEngine(shop)

  expect([response.status, response.body.code]).toEqual([409, 'card_declined'])
  expect(await shop.sql('select id from charge_attempts')).toHaveLength(1)
})

test('R8: an unprocessed request does not let staff retry a declined card', async () => {
  const shop = await openShop()
  const id = await makeDeliveryUnpaid(shop)
  await shop.sql("update charge_attempts set outcome = 'hard', code = 'stolen_card'")
  await shop.sql(`insert into charge_attempts select (jsonb_populate_record(a, jsonb_build_object(
    'id', gen_random_uuid(), 'number', 2, 'key', 'another', 'outcome', 'not_processed',
    'payment_method_ref', 'pm_another'))).* from charge_attempts a`)
  const { apply } = await staffTools(shop, id)

  const response = await apply({ type: 'retry', cycle: 1 })

  expect([response.status, response.body.code]).toEqual([409, 'card_declined'])
})
