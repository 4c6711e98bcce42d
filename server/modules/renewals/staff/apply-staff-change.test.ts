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

async function atTheDesk(shop: TestShop, id: string) {
  const staff = await staffBrowser(shop)
  const path = fillPath(apiPaths.adminSubscription, { id })
  return {
    staff,
    act: (deed: StaffSubscriptionChange) =>
      staff.call<SubscriptionDetail & { code?: string }>('PATCH', path, deed),
    read: async () => (await staff.call<SubscriptionDetail>('GET', path)).body,
    newest: async () =>
      (await staff.call<AuditEntry[]>('GET', `${apiPaths.adminAudit}?limit=1`)).body[0],
    deeds: () =>
      shop.sql<{ deed: string }>(
        "select deed from audit_entries where deed <> 'staff.logged_in' order by id",
      ),
  }
}

/** The card of the delivery of 12 March has said no once. */
async function unpaidDelivery(shop: TestShop, card = testCard.failsLater) {
  const { id } = await subscribe(shop, { card })
  for (const now of ['2026-03-09T12:00:00Z', '2026-03-12T12:00:00Z']) {
    shop.clock.set(now)
    await runEngine(shop)
  }
  return id
}

test('X7: staff pause and resume, and the audit tells the same facts before and after', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  const { act, newest } = await atTheDesk(shop, id)

  const paused = await act({ type: 'pause', until: '2026-03-24' })

  expect(paused.body.subscription).toMatchObject({ status: 'paused', pausedUntil: '2026-03-24' })
  expect(await newest()).toMatchObject({
    action: 'subscription.pause',
    subjectId: id,
    staffEmail: STAFF.email,
    before: { status: 'active', pausedUntil: null, nextDate: '2026-03-12' },
    after: { status: 'paused', pausedUntil: '2026-03-24', nextDate: '2026-03-26' },
  })
  await act({ type: 'resume' })
  expect(await newest()).toMatchObject({
    action: 'subscription.resume',
    before: { status: 'paused', pausedUntil: '2026-03-24' },
    after: { status: 'active', pausedUntil: null },
  })
})

test('X7: staff skip a delivery and bring it after all', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  const { act, newest } = await atTheDesk(shop, id)

  const skipped = await act({ type: 'skip', cycle: 1 })

  expect(skipped.body.cycles).toMatchObject([{ cycle: 1, status: 'skipped', reason: 'staff' }])
  expect(await newest()).toMatchObject({
    before: { delivery: 'planned' },
    after: { deliveryDate: '2026-03-12', delivery: 'skipped' },
  })
  await act({ type: 'unskip', cycle: 1 })
  expect((await getCycles(shop, id))[0]).toMatchObject({ status: 'planned', reason: null })
  expect(await newest()).toMatchObject({
    action: 'subscription.unskip',
    before: { delivery: 'skipped' },
    after: { delivery: 'planned' },
  })
})

test('staff are refused what the owner would be, and a refused deed changes and writes nothing', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)
  shop.clock.set('2026-03-11T12:00:00Z')
  const { act, deeds } = await atTheDesk(shop, id)
  const before = await getCycles(shop, id)

  const refusals: [StaffSubscriptionChange, string][] = [
    [{ type: 'skip', cycle: 1 }, 'past_cutoff'],
    [{ type: 'pause', until: '2026-03-11' }, 'bad_date'],
    [{ type: 'retry', cycle: 1 }, 'no_delivery'],
    [{ type: 'release', cycle: 1 }, 'no_delivery'],
    [{ type: 'charge', cycle: 1 }, 'no_delivery'],
    [{ type: 'skip', cycle: 99 }, 'no_delivery'],
  ]
  for (const [deed, code] of refusals) {
    const { status, body } = await act(deed)
    expect([deed, status, body.code]).toEqual([deed, 409, code])
  }

  expect(await getCycles(shop, id)).toEqual(before)
  expect(await deeds()).toEqual([])
})

test('X7: staff cancel once; what is past its cut-off is told beforehand to come', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  shop.clock.set('2026-03-09T15:00:00Z')
  await runEngine(shop)
  shop.clock.set('2026-03-11T12:00:00Z')
  const { act, read, newest } = await atTheDesk(shop, id)
  expect((await read()).subscription.ifCancelled).toEqual({ off: [], comes: ['2026-03-12'] })

  const cancelled = await act({ type: 'cancel' })

  expect(cancelled.body.subscription.status).toBe('cancelled')
  expect(await newest()).toMatchObject({
    action: 'subscription.cancel',
    before: { status: 'active', nextDate: '2026-03-19' },
    after: { status: 'cancelled', nextDate: null },
  })
  for (const deed of ['pause', 'resume'] as const) {
    expect((await act({ type: deed })).body.code).toBe('not_active')
  }
})

test('an order that is no subscription cannot be cancelled as one, and nothing is written down', async () => {
  const shop = await openShop()
  const { orderId } = await shop.buyer().buy()
  await shop.deliverPending()
  const { act, deeds } = await atTheDesk(shop, orderId)

  const answer = await act({ type: 'cancel' })

  expect(answer.status).toBe(404)
  expect(await shop.sql('select status from orders')).toEqual([{ status: 'confirmed' }])
  expect(await shop.sql('select id from refunds')).toEqual([])
  expect(await deeds()).toEqual([])
})

test('a held delivery is let go by staff, and asked for again when they say so', async () => {
  const shop = await openShop()
  const id = await unpaidDelivery(shop)
  const { act, read, newest } = await atTheDesk(shop, id)
  expect((await read()).cycles[0]).toMatchObject({
    status: 'unpaid',
    isOnHold: true,
    attempts: [{ number: 1, outcome: 'soft' }],
  })

  await act({ type: 'release', cycle: 1 })

  expect((await read()).cycles[0]).toMatchObject({ status: 'unpaid', isOnHold: false })
  expect(await newest()).toMatchObject({
    action: 'subscription.release',
    before: { isOnHold: true },
    after: { isOnHold: false, deliveryDate: '2026-03-12' },
  })
  const retried = await act({ type: 'retry', cycle: 1 })
  await runEngine(shop)
  expect(retried.status).toBe(200)
  expect((await read()).cycles[0]?.attempts).toHaveLength(2)
  expect(await capturedCents(shop)).toHaveLength(1)
})

test('R8: a card that was refused for good is not asked again by staff either', async () => {
  const shop = await openShop()
  const id = await unpaidDelivery(shop)
  await shop.sql("update charge_attempts set outcome = 'hard', code = 'stolen_card'")
  const { act } = await atTheDesk(shop, id)

  const answer = await act({ type: 'retry', cycle: 1 })
  await runEngine(shop)

  expect([answer.status, answer.body.code]).toEqual([409, 'card_declined'])
  expect(await shop.sql('select id from charge_attempts')).toHaveLength(1)
})

test('R8: a request that the provider did nothing with does not make staff ask a refused card again', async () => {
  const shop = await openShop()
  const id = await unpaidDelivery(shop)
  await shop.sql("update charge_attempts set outcome = 'hard', code = 'stolen_card'")
  await shop.sql(`insert into charge_attempts select (jsonb_populate_record(a, jsonb_build_object(
    'id', gen_random_uuid(), 'number', 2, 'key', 'another', 'outcome', 'lost',
    'payment_method_ref', 'pm_another'))).* from charge_attempts a`)
  const { act } = await atTheDesk(shop, id)

  const answer = await act({ type: 'retry', cycle: 1 })

  expect([answer.status, answer.body.code]).toEqual([409, 'card_declined'])
})
