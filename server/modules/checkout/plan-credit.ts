import { creditToUse } from '#contract/credit-use.ts'
import { Failure } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import { creditBalance, reserveCredit, reservedCents } from '#server/modules/credit/index.ts'
import type { OrderDraft } from '#server/modules/orders/index.ts'
import type { PaymentRow } from '#server/modules/payments/index.ts'
import type { CheckoutDeps } from './deps.ts'

export type CreditPlan = {
  /** The account whose credit is used; null for guests. */
  customerId: string | null
  creditCents: number
  /** The rest that is charged. */
  dueCents: number
}

type Draft = Pick<OrderDraft, 'details' | 'price'> & {
  /** The logged-in customer, if the order is for the account's own email address. */
  buyerId: string | undefined
  expectedCreditCents: number | undefined
}

/**
 * Rule 43: a logged-in customer's credit pays first; guests never see or spend any. The amount is
 * read here, because the intent is updated before the order is committed, and reserved there.
 */
export async function planCredit(
  deps: CheckoutDeps,
  { details, price, buyerId, expectedCreditCents }: Draft,
  placedOrderId: string | null,
): Promise<CreditPlan> {
  const { totalCents } = price
  const isOwn = buyerId !== undefined && buyerId === details.customerId
  const customerId = isOwn ? details.customerId : null
  let creditCents = 0
  if (customerId !== null) {
    const own = placedOrderId ? { orderId: placedOrderId, customerId } : undefined
    const heldCents = own ? await reservedCents(deps.db, own) : 0
    const availableCents = heldCents + (await creditBalance(deps.db, customerId))
    creditCents = creditToUse({ totalCents, availableCents, needsCard: details.isRecurring })
  }
  if (expectedCreditCents !== undefined && expectedCreditCents !== creditCents)
    throw new Failure('credit_changed')
  return { customerId, creditCents, dueCents: totalCents - creditCents }
}

/** Another order has spent the credit since it was read: the submit is decided again. */
export class CreditSpentError extends Error {}

/**
 * Reserves the planned credit. Comes after the order was written: an erasure locks the customer, to
 * which the order refers, before the credit.
 */
export async function reservePlannedCredit(
  tx: Tx,
  deps: CheckoutDeps,
  orderId: string,
  { customerId, creditCents }: CreditPlan,
  payment?: PaymentRow,
): Promise<void> {
  const hasReserved = (payment?.creditCents ?? 0) > 0
  if (creditCents === 0 && !hasReserved) return
  const choose = (availableCents: number) =>
    availableCents >= creditCents ? creditCents : undefined
  const reserved = await reserveCredit(tx, deps, { orderId, customerId, hasReserved, choose })
  if (reserved === undefined) throw new CreditSpentError()
}
