import { eq } from 'drizzle-orm'
import { creditToUse } from '#contract/credit-use.ts'
import { Failure } from '#contract/errors.ts'
import type { PhoneOrderForm } from '#contract/staff/phone-orders.ts'
import type { Tx } from '#server/db/client.ts'
import { reserveCredit } from '#server/modules/credit/index.ts'
import { customers } from '#server/modules/identity/tables.ts'
import { queueEmail } from '#server/modules/mail/index.ts'
import { confirmPaidOrder } from '#server/modules/orders/index.ts'
import {
  coverPayment,
  createDuePayment,
  createLinkPayment,
} from '#server/modules/payments/index.ts'
import { findConsentedCard } from '#server/modules/subscriptions/index.ts'
import type { PhoneOrderDeps } from './deps.ts'
import { queueLinkAfterCharge } from './link-after-charge.ts'
import { invoiceTerms, isByCard, linkEnd } from './rules.ts'

type PlacedOrder = { orderId: string; customerId: string; totalCents: number }

type Due = { orderId: string; amountCents: number; creditCents: number }

/**
 * Writes the payment of the chosen way to pay, in the transaction of the order. Account credit pays
 * first, whatever the way (rule 43); if it pays for all of it, nothing else is needed.
 */
export async function applyPayment(
  tx: Tx,
  deps: PhoneOrderDeps,
  { payment, isRecurring, deliveryDate }: PhoneOrderForm,
  order: PlacedOrder,
): Promise<void> {
  const { orderId, customerId } = order
  const shopTime = { calendar: deps.shop.calendar, now: deps.clock.now() }
  const card = { customerId, account: deps.account }
  if (payment === 'saved_card' && !(await findConsentedCard(tx, card)))
    throw new Failure('no_saved_card')
  const netDays = payment === 'invoice' ? await requireNetDays(tx, customerId) : undefined
  // The first order of a subscription saves its card, so it always charges the minimum.
  const due = await withCredit(tx, deps, order, isRecurring && isByCard(payment))

  if (isRecurring || (isByCard(payment) && due.amountCents > 0)) {
    const expiresAt = linkEnd(deliveryDate, shopTime)
    await createLinkPayment(tx, deps, { ...due, expiresAt, netDays })
    const kind = netDays === undefined ? 'payment_link' : 'terms_link'
    if (payment === 'saved_card') await queueLinkAfterCharge(tx, deps, orderId)
    else await queueEmail(tx, deps, { kind, subjectId: orderId })
    return
  }
  if (due.amountCents === 0) {
    await createLinkPayment(tx, deps, { ...due, expiresAt: null })
    return coverPayment(tx, deps, orderId)
  }
  const invoice = netDays === undefined ? null : invoiceTerms(netDays, shopTime)
  await createDuePayment(tx, deps, { ...due, invoice })
  // Rule 39: confirmed with payment status `due`, which counts as deliverable.
  await confirmPaidOrder(tx, deps, orderId, async () => {})
}

async function withCredit(
  tx: Tx,
  deps: PhoneOrderDeps,
  { orderId, customerId, totalCents }: PlacedOrder,
  needsCard: boolean,
): Promise<Due> {
  const creditCents =
    (await reserveCredit(tx, deps, {
      orderId,
      customerId,
      hasReserved: false,
      choose: (availableCents) => creditToUse({ totalCents, availableCents, needsCard }),
    })) ?? 0
  return { orderId, creditCents, amountCents: totalCents - creditCents }
}

/** Rule 38: only customers with a manager's permission pay by invoice. */
export async function requireNetDays(tx: Tx, customerId: string): Promise<number> {
  const [row] = await tx
    .select({ netDays: customers.invoiceNetDays })
    .from(customers)
    .where(eq(customers.id, customerId))
    .for('share')
  if (!row?.netDays) throw new Failure('no_invoice_terms')
  return row.netDays
}
