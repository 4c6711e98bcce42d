import { hash } from 'node:crypto'
import type { OrderSubmission } from '#contract/checkout.ts'
import { Failure } from '#contract/errors.ts'
import {
  assertDateOpen,
  renewReservation,
  reservePlace,
  toPlace,
} from '#server/modules/capacity/index.ts'
import { hashToken, upsertCustomer } from '#server/modules/identity/index.ts'
import {
  isDuplicateOrderNumber,
  type OrderDraft,
  writeOrder,
} from '#server/modules/orders/index.ts'
import {
  type AdmittedClient,
  type CardIntent,
  coverPayment,
  createPayment,
  withCheckoutDeadline,
} from '#server/modules/payments/index.ts'
import {
  type OrderOrigin,
  recordConsent,
  updateFewPlans,
} from '#server/modules/subscriptions/index.ts'
import { assertOfferedWindow } from '#server/modules/zones/index.ts'
import { adjustIntent } from './adjust-intent.ts'
import { commitSubmission } from './commit-submission.ts'
import type { CheckoutDeps } from './deps.ts'
import { acquireCheckoutLease, acquireOpenCheckoutLease, type Lease, withLease } from './lease.ts'
import { CreditSpentError, planCredit, reservePlannedCredit } from './plan-credit.ts'
import { priceSubmission } from './price-submission.ts'
import { type CheckoutRow, latestCheckout } from './queries.ts'
import { regenerateOrderId } from './regenerate-order-id.ts'
import { resumeSubmission } from './resume-submission.ts'
import { assertPriceMatches } from './rules.ts'
import { saveOrderInstructions } from './save-order-instructions.ts'

export type PlaceOrderResult = { orderId: string; clientSecret?: string; isCovered?: true }

type Draft = Omit<OrderDraft, 'id'> & {
  origin: OrderOrigin
  isNewCustomer: boolean
  buyerId: string | undefined
  expectedCreditCents: number | undefined
  /** Kept for the address. */
  instructions: string | null | undefined
}

/**
 * Rule 2 and rule 3: prices the order from the database, updates the intent to the total, commits
 * the order with that intent, and then responds. While the order is unpaid, the next submit of the
 * same browser corrects it.
 */
export async function placeOrder(
  deps: CheckoutDeps,
  token: string | undefined,
  submission: OrderSubmission,
  { buyerId, ...origin }: OrderOrigin & { buyerId?: string | undefined },
  client: AdmittedClient,
): Promise<PlaceOrderResult> {
  const { lines, price } = await priceSubmission(deps, submission, buyerId)
  assertPriceMatches(submission, price)
  const { deliveryWindow, deliveryZip: zip, deliveryDate: date } = submission
  await assertOfferedWindow(deps.db, deliveryWindow, { zip, date })
  if (deps.shop.routeDaysOnly) await updateFewPlans(deps)
  const draft = { ...(await toDraft(deps, submission, { lines, price })), origin, buyerId }

  const submissionHash = hash('sha256', JSON.stringify(submission), 'base64url')
  const submitWith = (lease: Lease) =>
    withCheckoutDeadline(() => submit(deps, lease, draft, submissionHash, client))
  const open = token ? await acquireOpenCheckoutLease(deps, hashToken(token)) : undefined
  if (open) return withLease(deps, open, submitWith)

  const checkout = token ? await latestCheckout(deps.db, hashToken(token)) : undefined
  if (!checkout?.intentId) return placeOrderWithoutCheckout(deps, draft)
  if (checkout.endedAs === 'paid' && checkout.placedAt) return { orderId: checkout.orderId }
  if (checkout.endedAs === 'declined') throw new Failure('checkout_ended')
  if (checkout.endedAt) return placeOrderWithoutCheckout(deps, draft)

  return withLease(deps, await acquireCheckoutLease(deps, checkout.id), submitWith)
}

async function submit(
  deps: CheckoutDeps,
  lease: Lease,
  draft: Draft,
  submissionHash: string,
  client: AdmittedClient,
): Promise<PlaceOrderResult> {
  const { checkout } = lease
  const { orderId } = checkout
  if (checkout.endedAs === 'declined') throw new Failure('checkout_ended')
  if (checkout.endedAt)
    return checkout.placedAt ? { orderId } : placeOrderWithoutCheckout(deps, draft)
  const resumed = await resumeSubmission(deps, checkout, submissionHash)
  if (resumed) {
    await renewReservation(deps, orderId)
    return toResult(checkout, resumed)
  }
  const placedId = checkout.placedAt ? orderId : null
  await assertDateOpen(deps, toPlace(draft), placedId)
  try {
    const credit = await planCredit(deps, draft, placedId)
    const orderDraft = { id: orderId, ...draft, ...credit, credit }
    const isCovered = credit.dueCents === 0
    const adjusted = isCovered
      ? undefined
      : await adjustIntent(deps, checkout, orderDraft, submissionHash, client)
    if (adjusted === 'settled') return { orderId }
    const isWritten = await commitSubmission(deps, lease, orderDraft, adjusted, submissionHash)
    if (!isWritten) return submit(deps, lease, draft, submissionHash, client)
    return adjusted ? toResult(checkout, adjusted) : { orderId, isCovered: true }
  } catch (err) {
    if (!isDuplicateOrderNumber(err)) throw err
    lease.checkout = await regenerateOrderId(deps, checkout)
    return submit(deps, lease, draft, submissionHash, client)
  }
}

/**
 * The browser already has the first intent's secret. Any other secret is returned each time, in
 * case an earlier response was lost.
 */
function toResult(
  { orderId, intentId, intentRound }: CheckoutRow,
  intent: CardIntent,
): PlaceOrderResult {
  const isFirst = intentRound === 1 && intent.id === intentId
  return { orderId, ...(!isFirst && { clientSecret: intent.clientSecret }) }
}

/** Without a checkout cookie there is no intent yet: the order can be paid at /pay/{orderId}. */
async function placeOrderWithoutCheckout(
  deps: CheckoutDeps,
  draft: Draft,
): Promise<PlaceOrderResult> {
  const orderId = deps.random.uuid()
  const credit = await planCredit(deps, draft, null)
  const { creditCents, dueCents } = credit
  try {
    await deps.db.transaction(async (tx) => {
      await reservePlace(tx, deps, toPlace(draft))
      await writeOrder(tx, deps, { id: orderId, ...draft })
      await recordConsent(tx, deps, { id: orderId, ...draft }, draft.origin)
      await saveOrderInstructions(tx, deps, draft)
      const payment = { orderId, amountCents: dueCents, creditCents, intent: undefined }
      await createPayment(tx, deps, payment)
      await reservePlannedCredit(tx, deps, orderId, credit)
      if (dueCents === 0) await coverPayment(tx, deps, orderId)
    })
  } catch (err) {
    if (!isDuplicateOrderNumber(err) && !(err instanceof CreditSpentError)) throw err
    return placeOrderWithoutCheckout(deps, draft)
  }
  return { orderId, ...(dueCents === 0 && { isCovered: true }) }
}

async function toDraft(
  deps: CheckoutDeps,
  submission: OrderSubmission,
  priced: Pick<OrderDraft, 'lines' | 'price'>,
): Promise<Omit<Draft, 'origin' | 'buyerId'>> {
  const { items, subtotal, total, credit, recurringFrequency, deliveryInstructions, ...details } =
    submission
  // The customer's row may be lost in a crash; the order's commit makes both durable.
  const { id: customerId, isNew: isNewCustomer } = await upsertCustomer(deps.asyncCommitDb, deps, {
    email: details.customerEmail,
    name: details.customerName,
    phone: details.customerPhone,
  })
  return {
    isNewCustomer,
    expectedCreditCents: credit,
    instructions: deliveryInstructions,
    details: {
      ...details,
      customerId,
      deliveryWindow: details.deliveryWindow ?? null,
      // Rule 15: a missing frequency means monthly; on a one-time order it is ignored.
      recurringFrequency: details.isRecurring ? (recurringFrequency ?? 'monthly') : null,
    },
    ...priced,
  }
}
