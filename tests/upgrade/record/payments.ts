import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { DECLINED_CARD, intentIdFrom, SECURE_CARD } from '#tests/support/buyer.ts'
import { sendEvent } from '#tests/support/provider-ledger.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'
import type { TestShop } from '#tests/support/start-shop.ts'
import { expectOk } from './subscribers.ts'

const MINUTE_MS = 60_000

export async function getIntentId(shop: TestShop, orderId: string): Promise<string> {
  const [row] = await shop.sql<{ intent_id: string }>(
    'select intent_id from payments where order_id = $1',
    [orderId],
  )
  return row?.intent_id ?? ''
}

export function getSandbox({ deps }: TestShop) {
  if (!deps.sandbox) throw new Error('the fixture is recorded with the sandbox')
  return deps.sandbox
}

async function buyOnce(shop: TestShop, email: string, deliveryDate: string) {
  const buyer = shop.buyer()
  const bought = await buyer.buy(buyer.submission({ customerEmail: email, deliveryDate }))
  await shop.deliverPending()
  return bought
}

async function refund(shop: TestShop, id: string, body: object) {
  const staff = await staffBrowser(shop)
  expectOk(
    await staff.call('POST', fillPath(apiPaths.adminOrderRefund, { id }), body),
    `refund of ${id}`,
  )
}

/** Full, partial and manual refunds that succeed, and one that fails. */
export async function endedRefunds(shop: TestShop, deliveryDate: string): Promise<void> {
  const orders = []
  for (const name of ['refund.full', 'refund.part', 'refund.failed', 'refund.outside']) {
    orders.push((await buyOnce(shop, `${name}@example.com`, deliveryDate)).orderId)
  }
  const [full = '', part = '', failed = '', outside = ''] = orders
  await refund(shop, full, { reason: 'Not at home' })
  await refund(shop, part, { reason: 'One bottle leaked', amount: '5.00' })
  await refund(shop, failed, { reason: 'Card was closed' })
  // The provider rejects the first request, which opens an alert. The next success ends it.
  getSandbox(shop).faults.next('POST refunds', 'error-401', 3)
  await shop.runJob('refund.send')
  shop.clock.advance(60 * MINUTE_MS)
  await shop.runJob('refund.send')
  await shop.deliverPending()
  await getSandbox(shop).failRefund(await getIntentId(shop, failed))
  await refundAtProvider(shop, await getIntentId(shop, outside), 300)
  await shop.deliverPending()
}

/** Refunds directly at the provider, as staff can do in its dashboard. */
async function refundAtProvider(shop: TestShop, intentId: string, amount: number) {
  const { apiBase, secretKey } = getSandbox(shop)
  const response = await fetch(`${apiBase}/v1/refunds`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secretKey}` },
    body: new URLSearchParams({ payment_intent: intentId, amount: String(amount) }),
  })
  if (!response.ok) throw new Error(`refund at the provider: ${await response.text()}`)
}

/** Leaves a refund requested but blocked by the provider, with an open alert. */
export async function blockedRefund(shop: TestShop, deliveryDate: string): Promise<void> {
  const { orderId } = await buyOnce(shop, 'refund.blocked@example.com', deliveryDate)
  await refund(shop, orderId, { reason: 'Ordered twice' })
  getSandbox(shop).faults.next('POST refunds', 'error-401', 1)
  await shop.runJob('refund.send')
}

/** Checkouts that end unpaid: one declined three times, one expired. */
export async function failedCheckouts(shop: TestShop, deliveryDate: string): Promise<void> {
  const declined = shop.buyer()
  const { clientSecret } = (await declined.startCheckout()).body
  await declined.place(declined.submission({ customerEmail: 'declined@example.com', deliveryDate }))
  for (let n = 0; n < 3; n++) await declined.confirm(clientSecret, DECLINED_CARD)
  await shop.deliverPending()
  await shop.runJob('payment.cancelDeclined')
  const expired = shop.buyer()
  await expired.startCheckout()
  await expired.place(expired.submission({ customerEmail: 'expired@example.com', deliveryDate }))
}

/** Blocks a subscription's card: every renewal charge gets a hard decline. */
export async function blockCard(shop: TestShop, subscriptionId: string): Promise<void> {
  await shop.sql(
    `update sandbox.objects set behavior = 'lost_card'
     where id = (select payment_method_ref from subscriptions where id = $1)`,
    [subscriptionId],
  )
}

/** Checkouts still open when the fixture is recorded. */
export async function openCheckouts(shop: TestShop, deliveryDate: string): Promise<void> {
  await shop.buyer().startCheckout()
  const placed = shop.buyer()
  await placed.startCheckout()
  await placed.place(placed.submission({ customerEmail: 'placed@example.com', deliveryDate }))
  const secure = shop.buyer()
  const { clientSecret } = (await secure.startCheckout()).body
  await secure.place(secure.submission({ customerEmail: 'secure@example.com', deliveryDate }))
  await secure.confirm(clientSecret, SECURE_CARD)
  const declinedOnce = shop.buyer()
  const first = (await declinedOnce.startCheckout()).body
  await declinedOnce.place(
    declinedOnce.submission({ customerEmail: 'retries@example.com', deliveryDate }),
  )
  await declinedOnce.confirm(first.clientSecret, DECLINED_CARD)
  await processingPayment(shop, deliveryDate)
  await shop.deliverPending()
}

/** Some payments stay in processing for days. No test card does, so the status is set in SQL. */
async function processingPayment(shop: TestShop, deliveryDate: string): Promise<void> {
  const slow = shop.buyer()
  const { clientSecret } = (await slow.startCheckout()).body
  const body = slow.submission({ customerEmail: 'processing@example.com', deliveryDate })
  const { orderId } = (await slow.place(body)).body
  await shop.sql(
    `update sandbox.objects set data = jsonb_set(data, '{status}', '"processing"') where id = $1`,
    [intentIdFrom(clientSecret)],
  )
  shop.clock.advance(MINUTE_MS)
  await slow.order(orderId)
}

/** A captured payment whose order cannot be confirmed while reconcile retries for `minutes`. */
export async function paymentThatCannotBeApplied(
  shop: TestShop,
  email: string,
  deliveryDate: string,
  minutes: number,
): Promise<void> {
  const buyer = shop.buyer()
  const { clientSecret } = (await buyer.startCheckout()).body
  const { orderId } = (await buyer.place(buyer.submission({ customerEmail: email, deliveryDate })))
    .body
  const { handlers } = shop.deps
  const { paid, paidWithoutSubscription } = handlers
  const failing: typeof paid = (tx, id) => {
    if (id === orderId) throw new Error('the order could not be confirmed')
    return paid(tx, id)
  }
  Object.assign(handlers, { paid: failing, paidWithoutSubscription: failing })
  getSandbox(shop).faults.nextWebhook('*', 'lose', 99)
  await buyer.confirm(clientSecret)
  await getSandbox(shop).deliverDue()
  for (let elapsed = 0; elapsed < minutes; elapsed += 30) {
    shop.clock.advance(30 * MINUTE_MS)
    await shop.runJob('payment.reconcile')
  }
  getSandbox(shop).faults.clear()
  Object.assign(handlers, { paid, paidWithoutSubscription })
}

/** A webhook event whose amount differs from the order's. */
export async function mismatch(shop: TestShop, deliveryDate: string): Promise<void> {
  const buyer = shop.buyer()
  const body = buyer.submission({ customerEmail: 'mismatch@example.com', deliveryDate })
  const { clientSecret } = await buyer.buy(body)
  await sendEvent(shop, intentIdFrom(clientSecret), {
    id: 'evt_amount',
    intentFields: { amount: 1 },
  })
  await shop.deliverPending()
}

export async function fraudWarning(shop: TestShop, deliveryDate: string): Promise<void> {
  const { clientSecret } = await buyOnce(shop, 'fraud@example.com', deliveryDate)
  await getSandbox(shop).warnOfFraud(intentIdFrom(clientSecret))
  await shop.deliverPending()
}

export async function dispute(shop: TestShop, orderId: string): Promise<void> {
  await getSandbox(shop).openDispute(await getIntentId(shop, orderId))
  await shop.deliverPending()
}

export async function closeDispute(shop: TestShop, orderId: string, won: boolean): Promise<void> {
  await getSandbox(shop).closeDispute(await getIntentId(shop, orderId), won)
  await shop.deliverPending()
}
