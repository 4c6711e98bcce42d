import { createHash } from 'node:crypto'
import { Failure } from '#contract/errors.ts'
import type { PhoneOrderForm, PhoneOrderPlaced } from '#contract/staff/phone-orders.ts'
import type { Tx } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { toPlace, warnAboutDate } from '#server/modules/capacity/index.ts'
import { upsertCustomer } from '#server/modules/identity/index.ts'
import {
  isDuplicateOrderNumber,
  type OrderDraft,
  writeOrder,
} from '#server/modules/orders/index.ts'
import { saveInstructions } from '#server/modules/points/index.ts'
import { assertNotPausedForStaff } from '#server/modules/recovery/index.ts'
import { assertOfferedWindow } from '#server/modules/zones/index.ts'
import { applyPayment } from './apply-payment.ts'
import { chargePhoneOrder } from './charge-phone-order.ts'
import type { PhoneOrderDeps } from './deps.ts'
import { describePlaced, findPlaced } from './find-placed.ts'
import { pricePhoneOrder } from './price-phone-order.ts'
import { assertPayable } from './rules.ts'
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
  const request = { requestId, hash, payment: form.payment }
  const known = await findPlaced(deps, request)
  if (known) return known
  assertNotPausedForStaff(deps.shop)

  const shopTime = { calendar: deps.shop.calendar, now: deps.clock.now() }
  const priced = await pricePhoneOrder(deps, form)
  if (priced.price.totalCents !== total) throw new Failure('price_changed', PRICE_CHANGED)
  assertPayable(form, total, shopTime)

  const { deliveryWindow, deliveryZip: zip, deliveryDate: date } = form
  await assertOfferedWindow(deps.db, deliveryWindow, { zip, date })

  const text = await warnAboutDate(deps, toPlace({ details: form, lines: priced.lines }))
  const warning = text ? { warning: text } : {}

  const orderId = await commitOrder(deps, actor, form, priced, request)
  if (!orderId) return (await findPlaced(deps, request)) ?? placePhoneOrder(deps, actor, order)
  if (form.payment !== 'saved_card') return { ...(await describePlaced(deps, orderId)), ...warning }
  const charge = await chargePhoneOrder(deps, orderId)
  return { ...(await describePlaced(deps, orderId)), charge, ...warning }
}

const PRICE_CHANGED = 'The price has changed. Review the new total and place the order again.'

/** A parallel copy of the request has committed the order. */
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
      await saveInstructions(tx, deps, {
        customerId: draft.customer.id,
        deliveryAddress: form.deliveryAddress,
        deliveryZip: form.deliveryZip,
        text: form.deliveryInstructions,
        isOwn: true,
      })
      const customerId = draft.customer.id
      const { totalCents } = draft.price
      await applyPayment(tx, deps, form, { orderId, customerId, totalCents })
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
  { items, payment, recurringFrequency, deliveryInstructions, ...details }: PhoneOrderForm,
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
    details: {
      ...details,
      deliveryWindow: details.deliveryWindow ?? null,
      customerId: customer.id,
      recurringFrequency: frequency,
    },
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
