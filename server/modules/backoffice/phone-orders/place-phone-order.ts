import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { PhoneOrderForm, PhoneOrderPlaced } from '#contract/staff/phone-orders.ts'
import type { Tx } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { upsertCustomer } from '#server/modules/identity/index.ts'
import { customers } from '#server/modules/identity/tables.ts'
import { queueEmail } from '#server/modules/mail/index.ts'
import {
  confirmPaidOrder,
  isDuplicateOrderNumber,
  type OrderDraft,
  writeOrder,
} from '#server/modules/orders/index.ts'
import { createDuePayment, createLinkPayment } from '#server/modules/payments/index.ts'
import { findConsentedCard } from '#server/modules/subscriptions/index.ts'
import { chargePhoneOrder } from './charge-phone-order.ts'
import type { PhoneOrderDeps } from './deps.ts'
import { describePlaced, findPlaced } from './find-placed.ts'
import { pricePhoneOrder } from './price-phone-order.ts'
import { assertPayable, invoiceTerms, isByCard, linkEnd } from './rules.ts'
import { phoneOrders } from './tables.ts'

type PhoneOrder = PhoneOrderForm & { requestId: string; total: number }

type Draft = Omit<OrderDraft, 'id'> & { customer: { id: string; isNew: boolean } }

/**
 * Rule 38: places an order for a customer on the phone. The same request places one order (C5). The
 * total must be the one that staff saw, and the way to pay decides how the order continues.
 */
export async function placePhoneOrder(
  deps: PhoneOrderDeps,
  actor: Actor,
  order: PhoneOrder,
): Promise<PhoneOrderPlaced> {
  const { requestId, total, ...form } = order
  const hash = createHash('sha256')
    .update(JSON.stringify({ ...form, total }))
    .digest('base64url')
  const request = { requestId, hash }
  const known = await findPlaced(deps, request)
  if (known) return known

  const shopTime = { calendar: deps.shop.calendar, now: deps.clock.now() }
  const priced = await pricePhoneOrder(deps, form)
  if (priced.price.totalCents !== total) throw new Failure('price_changed', PRICE_CHANGED)
  assertPayable(form, total, shopTime)

  const orderId = await commitOrder(deps, actor, form, priced, request)
  if (!orderId) return (await findPlaced(deps, request)) ?? placePhoneOrder(deps, actor, order)
  if (form.payment !== 'saved_card') return describePlaced(deps, orderId)
  const charge = await chargePhoneOrder(deps, orderId)
  return { ...(await describePlaced(deps, orderId)), charge }
}

const PRICE_CHANGED = 'The price has changed. Review the new total and place the order again.'

/** The same request was committed in parallel. */
class DuplicateRequestError extends Error {}

/** Returns undefined if the same request has placed its order in the meantime. */
async function commitOrder(
  deps: PhoneOrderDeps,
  actor: Actor,
  form: PhoneOrderForm,
  priced: Pick<OrderDraft, 'lines' | 'price'>,
  request: { requestId: string; hash: string },
): Promise<string | undefined> {
  const orderId = deps.random.uuid()
  try {
    await deps.db.transaction(async (tx) => {
      const draft = await toDraft(tx, deps, form, priced)
      await writeOrder(tx, deps, { ...draft, id: orderId })
      const [inserted] = await tx
        .insert(phoneOrders)
        .values({
          orderId,
          requestId: request.requestId,
          requestHash: request.hash,
          staffId: actor.id,
          createdAt: deps.clock.now(),
        })
        .onConflictDoNothing()
        .returning({ orderId: phoneOrders.orderId })
      if (!inserted) throw new DuplicateRequestError()
      await auditOrder(tx, deps, actor, orderId, form, draft)
      await applyPayment(tx, deps, orderId, form, draft)
    })
    return orderId
  } catch (err) {
    if (err instanceof DuplicateRequestError) return undefined
    if (!isDuplicateOrderNumber(err)) throw err
    return commitOrder(deps, actor, form, priced, request)
  }
}

async function toDraft(
  tx: Tx,
  deps: PhoneOrderDeps,
  { items, payment, recurringFrequency, ...details }: PhoneOrderForm,
  priced: Pick<OrderDraft, 'lines' | 'price'>,
): Promise<Draft> {
  const customer = await upsertCustomer(tx, deps, {
    email: details.customerEmail,
    name: details.customerName,
    phone: details.customerPhone,
  })
  const frequency = details.isRecurring ? (recurringFrequency ?? 'monthly') : null
  return {
    ...priced,
    customer,
    details: { ...details, customerId: customer.id, recurringFrequency: frequency },
    channel: 'phone',
  }
}

async function auditOrder(
  tx: Tx,
  deps: PhoneOrderDeps,
  actor: Actor,
  orderId: string,
  { payment, deliveryDate }: PhoneOrderForm,
  { customer, details, price }: Draft,
): Promise<void> {
  await recordAuditEntry(tx, deps, actor, {
    action: 'order.placed',
    subjectId: orderId,
    before: {},
    after: { channel: 'phone', payment, deliveryDate, totalCents: price.totalCents },
  })
  if (!customer.isNew) return
  await recordAuditEntry(tx, deps, actor, {
    action: 'customer.created',
    subjectId: customer.id,
    before: {},
    after: { email: details.customerEmail?.toLowerCase(), name: details.customerName },
  })
}

/** Writes the payment of the chosen way to pay, in the transaction of the order. */
async function applyPayment(
  tx: Tx,
  deps: PhoneOrderDeps,
  orderId: string,
  { payment, deliveryDate }: PhoneOrderForm,
  { customer, price }: Draft,
): Promise<void> {
  const shopTime = { calendar: deps.shop.calendar, now: deps.clock.now() }
  const due = { orderId, amountCents: price.totalCents }
  if (isByCard(payment)) {
    const card = { customerId: customer.id, account: deps.account }
    if (payment === 'saved_card' && !(await findConsentedCard(tx, card))) {
      throw new Failure('no_saved_card')
    }
    await createLinkPayment(tx, deps, { ...due, expiresAt: linkEnd(deliveryDate, shopTime) })
    if (payment === 'link') await queueEmail(tx, deps, { kind: 'payment_link', subjectId: orderId })
    return
  }
  const netDays = payment === 'invoice' ? await requireNetDays(tx, customer.id) : undefined
  const invoice = netDays === undefined ? null : invoiceTerms(netDays, shopTime)
  await createDuePayment(tx, deps, { ...due, invoice })
  // Rule 39: confirmed with payment status `due`, which counts as deliverable.
  await confirmPaidOrder(tx, deps, orderId, async () => {})
}

/** Rule 38: only customers whom a manager has allowed to pay by invoice. */
async function requireNetDays(tx: Tx, customerId: string): Promise<number> {
  const [row] = await tx
    .select({ netDays: customers.invoiceNetDays })
    .from(customers)
    .where(eq(customers.id, customerId))
    .for('share')
  if (!row?.netDays) throw new Failure('no_invoice_terms')
  return row.netDays
}
