import { eq } from 'drizzle-orm'
import { centsToText } from '#contract/money.ts'
import { formatOrderNumber } from '#contract/order-number.ts'
import { raiseAlert } from '#server/modules/alerts/index.ts'
import type { PaymentDeps } from '../deps.ts'
import { attachIntent, detachIntent, recordIntent } from '../intents/record-intent.ts'
import type { CardIntent } from '../port.ts'
import { getPayment, type PaymentRow } from '../queries.ts'
import { sendBackKey } from '../refunds/send-back-key.ts'
import { settleIntent } from '../settle/settle-intent.ts'
import { intents, providerCustomers, refunds } from '../tables.ts'

/** `other`: the payment is of another shop on the same account, and stays untouched. */
export type Adoption = 'adopted' | 'refunded' | 'set_aside' | 'other'

const isOrderId = (id: string | null): id is string =>
  id !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)

/**
 * AU22: books a payment that is missing after a restore. Its order takes it if the books have one;
 * otherwise the money goes back. Staff get an alert for all that did not simply fit.
 */
export async function adoptPayment(
  deps: PaymentDeps,
  intent: CardIntent,
  { isOurs }: { isOurs: boolean },
): Promise<Adoption> {
  const { orderId } = intent
  if (!isOrderId(orderId)) return 'other'
  // A comparison that was cut off may have booked it without saying so.
  const earlier = await readBooking(deps, intent, orderId)
  if (earlier) return earlier
  const payment = await getPayment(deps.db, orderId)
  const isKnown = isOurs || payment !== undefined || (await isFromUs(deps, intent))
  if (!isKnown) {
    const text = `isn’t in the restored data. If it’s a payment of this shop, refund it at the payment provider`
    await alertStaff(deps, intent, orderId, text)
    return 'set_aside'
  }
  await attach(deps, intent, orderId, payment)
  await settleIntent(deps, intent.id, 'background')
  const booking = await readBooking(deps, intent, orderId)
  if (booking) return booking
  // Refunded at the provider before the restore: nothing is left to book.
  if (intent.refundedCents >= intent.amountCents) return 'refunded'
  await alertStaff(deps, intent, orderId, 'has another amount or state here. Compare them')
  return 'set_aside'
}

/** How a payment is booked; undefined if it is not booked. Staff get their alert once. */
async function readBooking(
  deps: PaymentDeps,
  intent: CardIntent,
  orderId: string,
): Promise<'adopted' | 'refunded' | undefined> {
  if (await isSentBack(deps, intent.id)) {
    const text = 'isn’t in the restored data. We refund it. Let the customer know'
    await alertStaff(deps, intent, orderId, text)
    return 'refunded'
  }
  const payment = await getPayment(deps.db, orderId)
  return payment?.intentId === intent.id && payment.paidAt ? 'adopted' : undefined
}

/** The order's payment, if it is still open, takes this intent instead of the one of the backup. */
async function attach(
  deps: PaymentDeps,
  intent: CardIntent,
  orderId: string,
  payment: PaymentRow | undefined,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    await deps.handlers.lock(tx, orderId)
    await recordIntent(tx, deps, intent, orderId)
    if (!payment || payment.paidAt || payment.kind === 'tender') return
    if (payment.intentId && payment.intentId !== intent.id)
      await detachIntent(tx, orderId, payment.intentId)
    await attachIntent(tx, deps, intent, orderId)
  })
}

/**
 * Several shops may use one account. An intent is surely ours if the books know it or its customer;
 * the sandbox has only one shop.
 */
async function isFromUs(
  { db, account }: PaymentDeps,
  { id, customerRef }: CardIntent,
): Promise<boolean> {
  if (account === 'test:sandbox') return true
  const known = await db.select({ id: intents.id }).from(intents).where(eq(intents.id, id))
  if (known.length > 0 || !customerRef) return known.length > 0
  const customers = await db
    .select({ ref: providerCustomers.customerRef })
    .from(providerCustomers)
    .where(eq(providerCustomers.customerRef, customerRef))
  return customers.length > 0
}

async function isSentBack({ db }: PaymentDeps, intentId: string): Promise<boolean> {
  const rows = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(eq(refunds.dedupeKey, sendBackKey(intentId)))
  return rows.length > 0
}

async function alertStaff(
  deps: PaymentDeps,
  { id, amountCents }: CardIntent,
  orderId: string,
  what: string,
): Promise<void> {
  const message = `The payment provider charged $${centsToText(amountCents)} (${id}) for order ${formatOrderNumber(orderId)}, which ${what}.`
  await deps.db.transaction((tx) =>
    raiseAlert(tx, deps, { kind: 'books_mismatch', subject: id, message }),
  )
}
