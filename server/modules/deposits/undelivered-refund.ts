import { and, eq, inArray } from 'drizzle-orm'
import { Failure, failures } from '#contract/errors.ts'
import { centsToText } from '#contract/money.ts'
import type { UndeliveredRefund } from '#contract/payments/undelivered-refund.ts'
import type { Db, DbOrTx, Tx } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { lockOrder } from '#server/modules/orders/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import {
  getPayment,
  lockPayment,
  moveToCard,
  REFUND_RETURNED,
  type RefundedItem,
  requestRefund,
  whyNotToCard,
} from '#server/modules/payments/index.ts'
import { refunds } from '#server/modules/payments/tables.ts'
import type { Clock, Random } from '#server/runtime.ts'

/** Why credit stays credit after the card was tried. */
const NOT_ACCEPTED = "The bank didn't accept the refund, so it stays account credit."

type WriteDeps = { db: Db; clock: Clock; random: Random }

/** Rule 59: one refund of what was not left, then where it went at the customer's request. */
export const undeliveredKey = (orderId: string) => `undelivered:${orderId}`
/** The amount that credit had paid, if the card gets the rest. */
export const undeliveredCreditKey = (orderId: string) => `${undeliveredKey(orderId)}:credit`
const cardKey = (orderId: string) => `undelivered-card:${orderId}`
const returnedKey = (orderId: string) => `undelivered-returned:${orderId}`

/** `customerId` limits it to an order of this customer. */
export async function readUndeliveredRefund(
  db: DbOrTx,
  orderId: string,
  customerId?: string,
): Promise<{ givenBack: UndeliveredRefund | null }> {
  const [order] = await db
    .select({ customerId: orders.customerId })
    .from(orders)
    .where(eq(orders.id, orderId))
  if (!order || (customerId && order.customerId !== customerId)) throw new Failure('not_found')
  const { refund, credit, isReturned } = await findUndeliveredRefund(db, orderId)
  const payment = await getPayment(db, orderId)
  if (!refund || !payment || refund.destination === 'tender') return { givenBack: null }
  const isCredit = refund.destination === 'credit' && refund.status !== 'failed'
  const owner = isReturned ? null : order.customerId
  const reason = owner ? await whyNotToCard(db, payment, refund, owner) : 'not_by_card'
  return {
    givenBack: {
      amount: centsToText(refund.amountCents + (credit?.amountCents ?? 0)),
      asCredit: centsToText((isCredit ? refund : credit)?.amountCents ?? 0),
      items: toItems([...(refund.items ?? []), ...(credit?.items ?? [])]),
      destination: refund.destination,
      status: refund.status,
      canGoToCard: isCredit && !reason,
      reason: isCredit && reason ? (isReturned ? NOT_ACCEPTED : failures[reason][1]) : null,
    },
  }
}

/** A bottle that both paid for has no units in the second refund. */
const toItems = (items: readonly RefundedItem[]) =>
  items.filter(({ quantity }) => quantity > 0).map(({ label, quantity }) => ({ label, quantity }))

async function findUndeliveredRefund(db: DbOrTx, orderId: string) {
  const keys = [undeliveredKey, cardKey, returnedKey, undeliveredCreditKey].map((key) =>
    key(orderId),
  )
  const rows = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), inArray(refunds.dedupeKey, keys)))
  const byKey = (key: string | undefined) => rows.find(({ dedupeKey }) => dedupeKey === key)
  const [first, toCard, returned, credit] = keys.map(byKey)
  return { refund: returned ?? toCard ?? first, credit, isReturned: returned !== undefined }
}

/**
 * Rule 59: the customer asks for the card instead of credit. Repeating it changes nothing. For staff
 * there is an actor, and an entry of the audit log.
 */
export async function sendToCard(
  deps: WriteDeps,
  orderId: string,
  by: { customerId: string } | { actor: Actor },
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const order = await lockOrder(tx, orderId)
    const isOwner = !('customerId' in by) || by.customerId === order?.customerId
    if (!order || !isOwner) throw new Failure('not_found')
    const payment = await lockPayment(tx, orderId)
    const [refund] = await tx
      .select()
      .from(refunds)
      .where(eq(refunds.dedupeKey, undeliveredKey(orderId)))
      .for('update')
    if (!refund && (await findUndeliveredRefund(tx, orderId)).refund) return
    const isCredit = refund?.destination === 'credit' && refund.status !== 'failed'
    if (!refund || !payment || !isCredit || !order.customerId) throw new Failure('not_given_back')
    const { customerId } = order
    await moveToCard(tx, deps, payment, refund, { customerId, dedupeKey: cardKey(orderId) })
    if (!('actor' in by)) return
    const after = { amountCents: refund.amountCents, destination: 'card', reason: refund.reason }
    const entry = { action: 'order.refunded', subjectId: orderId, before: {}, after } as const
    await recordAuditEntry(tx, deps, by.actor, entry)
  })
}

/**
 * The bank of a card that the customer chose instead of credit did not accept the refund: it becomes
 * credit again. Other rejections are for staff: the bank has the money, or it was refunded elsewhere.
 */
export async function returnToCredit(
  tx: Tx,
  deps: Omit<WriteDeps, 'db'>,
  { refundId, reason }: { refundId: string; reason: string },
): Promise<void> {
  if (reason !== REFUND_RETURNED) return
  const [refund] = await tx.select().from(refunds).where(eq(refunds.id, refundId))
  if (!refund || refund.dedupeKey !== cardKey(refund.orderId)) return
  const { orderId, amountCents, items } = refund
  await requestRefund(tx, deps, {
    orderId,
    intentId: null,
    amountCents,
    ...(items && { items }),
    reason: refund.reason,
    dedupeKey: returnedKey(orderId),
  })
}
