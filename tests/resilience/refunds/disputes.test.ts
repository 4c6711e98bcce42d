import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import type { Order } from '#contract/orders.ts'
import { apiPaths } from '#contract/paths.ts'
import type { OrderDetail } from '#contract/staff/backoffice.ts'
import type { Insights } from '#contract/staff/insights.ts'
import { recordFraudWarnings } from '#server/modules/payments/disputes/record-fraud-warnings.ts'
import { applyIntentState } from '#server/modules/payments/index.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { getOrderState } from '#tests/support/provider-ledger.ts'
import { getSandbox } from '#tests/support/sandbox-faults.ts'
import { customerBrowser, staffBrowser } from '#tests/support/sign-in.ts'
import { capturedCents, getCycles, runEngine, subscribe } from '#tests/support/subscriber.ts'

async function getIntentId(shop: TestShop, orderId: string): Promise<string> {
  const [row] = await shop.sql<{ intent_id: string }>(
    'select intent_id from payments where order_id = $1',
    [orderId],
  )
  return row?.intent_id ?? ''
}

async function dispute(shop: TestShop, orderId: string) {
  await getSandbox(shop).openDispute(await getIntentId(shop, orderId))
  await shop.deliverPending()
}

async function close(shop: TestShop, orderId: string, won: boolean) {
  await getSandbox(shop).closeDispute(await getIntentId(shop, orderId), won)
  await shop.deliverPending()
}

const getStatus = async (shop: TestShop, id: string) =>
  (await shop.sql<{ status: string }>('select status from subscriptions where id = $1', [id]))[0]
    ?.status

async function runAt(shop: TestShop, ...moments: string[]) {
  for (const moment of moments) {
    shop.clock.set(moment)
    await runEngine(shop)
  }
}

type Browser = Awaited<ReturnType<typeof staffBrowser>>

const resumeAsStaff = (staff: Browser, id: string) =>
  staff.call<{ code?: string }>('PATCH', fillPath(apiPaths.adminSubscription, { id }), {
    type: 'resume',
  })
const resumeAsSubscriber = (owner: Browser, id: string) =>
  owner.call<{ code?: string }>('POST', fillPath(apiPaths.changeSubscription, { id }), {
    type: 'resume',
  })

test('AU20: a dispute pauses the subscription, and nothing is charged while it is open', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  // Past its cut-off; charged the next morning.
  await runAt(shop, '2026-03-09T15:00:00Z')
  shop.clock.set('2026-03-12T02:00:00Z')

  await dispute(shop, id)
  await runAt(shop, '2026-03-12T12:00:00Z', '2026-03-16T12:00:00Z', '2026-03-19T12:00:00Z')

  expect(await capturedCents(shop)).toHaveLength(1)
  expect(await getStatus(shop, id)).toBe('paused')
  const [cycle] = await getCycles(shop, id)
  expect(cycle).toMatchObject({ status: 'skipped', reason: 'paused' })
  expect(await getOrderState(shop, cycle?.order_id ?? '')).toMatch(/^cancelled /)
  const subjects = (await shop.mailbox()).map(({ subject }) => subject)
  expect(subjects.filter((subject) => /disputed/.test(subject))).toHaveLength(1)
  const audit = await shop.sql(
    `select action, before, after, actor from audit_entries where subject_id = $1`,
    [id],
  )
  expect(audit).toMatchObject([
    { actor: 'system', action: 'subscription.pause', after: { status: 'paused' } },
  ])
})

test('AU20: a subscription cannot be resumed while a dispute is open; staff resume it after a win', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  await dispute(shop, id)
  const staff = await staffBrowser(shop)
  const buyer = await customerBrowser(shop)
  const byStaff = () => resumeAsStaff(staff, id)
  const byCustomer = () => resumeAsSubscriber(buyer, id)

  for (const response of [await byStaff(), await byCustomer()]) {
    expect(response.status).toBe(409)
    expect(response.body.code).toBe('payment_disputed')
  }
  await close(shop, id, true)

  expect(await getStatus(shop, id)).toBe('paused')
  expect((await byStaff()).status).toBe(200)
  expect(await getStatus(shop, id)).toBe('active')
  await runAt(shop, '2026-03-09T15:00:00Z', '2026-03-12T12:00:00Z')
  expect(await capturedCents(shop)).toHaveLength(2)
})

test('AU20: the customer and staff see which disputed payment paused the deliveries', async () => {
  const shop = await openShop()
  const owner = await customerBrowser(shop)
  const staff = await staffBrowser(shop)
  const { id } = await subscribe(shop, { browser: owner })
  type DisputeView = { dispute: unknown }
  const getDisputes = async () => {
    const customerView = await owner.call<DisputeView[]>('GET', apiPaths.subscriptions)
    const path = fillPath(apiPaths.adminSubscription, { id })
    const staffView = await staff.call<{ subscription: DisputeView }>('GET', path)
    return [customerView.body[0]?.dispute, staffView.body.subscription.dispute]
  }
  expect(await getDisputes()).toEqual([null, null])

  await dispute(shop, id)
  const open = { orderId: id, state: 'open' }
  expect(await getDisputes()).toEqual([open, open])

  await close(shop, id, false)
  const lost = { orderId: id, state: 'lost' }
  expect(await getDisputes()).toEqual([lost, lost])

  await resumeAsStaff(staff, id)
  expect(await getDisputes()).toEqual([null, null])
})

test('AU20: after a lost dispute staff can resume and the customer cannot', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  await dispute(shop, id)
  await close(shop, id, false)
  const staff = await staffBrowser(shop)
  const buyer = await customerBrowser(shop)

  const rejected = await resumeAsSubscriber(buyer, id)
  const allowed = await resumeAsStaff(staff, id)

  expect(rejected.body.code).toBe('payment_disputed')
  expect(allowed.status).toBe(200)
  expect(await getOrderState(shop, id)).toBe('confirmed disputed')
})

test('AU20: a dispute of a renewal also pauses the subscription and delays a due charge', async () => {
  const shop = await openShop()
  const { id } = await subscribe(shop)
  await runAt(shop, '2026-03-09T15:00:00Z', '2026-03-12T12:00:00Z', '2026-03-16T15:00:00Z')
  const [paid] = await getCycles(shop, id)
  await dispute(shop, paid?.order_id ?? '')
  expect(await getStatus(shop, id)).toBe('paused')

  // Even if it is ordered again, it is not charged.
  await shop.sql(
    `update cycles set status = 'ordered', reason = null, due_at = $2
     where subscription_id = $1 and cycle = 2`,
    [id, '2026-03-19T11:00:00Z'],
  )
  await shop.sql(`update orders set status = 'pending', cancelled_at = null
    where id = (select order_id from cycles where subscription_id = '${id}' and cycle = 2)`)
  await runAt(shop, '2026-03-19T12:00:00Z', '2026-03-19T14:00:00Z')

  expect(await capturedCents(shop)).toHaveLength(2)
})

test('AU20: staff see disputes and fraud warnings in alert, count, list and order', async () => {
  const shop = await openShop()
  const { orderId } = await shop.buyer().buy()
  const other = await shop.buyer().buy()
  await shop.deliverPending()
  const staff = await staffBrowser(shop)
  await dispute(shop, orderId)
  await getSandbox(shop).warnOfFraud(await getIntentId(shop, other.orderId))
  await shop.deliverPending()

  const { body: insights } = await staff.call<Insights>('GET', apiPaths.adminInsights)
  expect(insights.needsAttention).toMatchObject({ disputed: 1, fraudWarnings: 1 })
  const listed = async (reason: string) =>
    (await staff.call<Order[]>('GET', `${apiPaths.adminOrders}?attention=${reason}`)).body.map(
      ({ id }) => id,
    )
  expect(await listed('disputed')).toEqual([orderId])
  expect(await listed('fraudWarning')).toEqual([other.orderId])
  const detail = async (id: string) =>
    (await staff.call<OrderDetail>('GET', fillPath(apiPaths.adminOrder, { id }))).body
  expect((await detail(orderId)).disputes).toMatchObject([
    {
      amount: '17.98',
      reason: 'fraudulent',
      state: 'open',
      evidenceDueAt: '2026-03-09T15:00:00.000Z',
      closedAt: null,
    },
  ])
  expect((await detail(other.orderId)).fraudWarnings).toMatchObject([
    { fraudType: 'unauthorized_use_of_card', isActionable: true },
  ])
  const alerts = async () =>
    (
      await shop.sql<{ kind: string }>('select kind from alerts where ended_at is null order by 1')
    ).map(({ kind }) => kind)
  expect(await alerts()).toEqual(['dispute_opened', 'fraud_warning'])

  await close(shop, orderId, true)
  expect(await alerts()).toEqual(['fraud_warning'])
  expect((await detail(orderId)).disputes[0]?.state).toBe('won')

  // The provider marks it so after a refund.
  await shop.sql(`update sandbox.objects set data = jsonb_set(data, '{actionable}', 'false')
    where type = 'radar.early_fraud_warning'`)
  await recordFraudWarnings(shop.deps, await getIntentId(shop, other.orderId))
  expect(await alerts()).toEqual([])
  expect(await listed('fraudWarning')).toEqual([])
})

test('AU20: a response without disputes does not end one', async () => {
  const shop = await openShop()
  const { orderId } = await shop.buyer().buy()
  await shop.deliverPending()
  await dispute(shop, orderId)
  const intent = await shop.deps.cards.readIntent(await getIntentId(shop, orderId), 'background')

  await applyIntentState(shop.deps, { ...intent, disputes: null })

  expect(await getOrderState(shop, orderId)).toBe('confirmed disputed')
})
