import { and, eq, isNotNull, ne } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import { formatCents } from '#contract/money.ts'
import { refundableLines, refundItemCents } from '#contract/payments/refund-items.ts'
import type { TenderMethod } from '#contract/payments/tenders.ts'
import type { Db, DbOrTx, Tx } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { lockOrder, type OrderRow } from '#server/modules/orders/index.ts'
import {
  lockPayment,
  type PaymentRow,
  type Refundable,
  type RefundedItem,
  refundAsTender,
  refundRest,
  requestRefund,
  type TenderRefundDeps,
} from '#server/modules/payments/index.ts'
import { refunds } from '#server/modules/payments/tables.ts'
import { getRefundableOrder, getRefundableRest, lockDeposits } from './refundable-deposit.ts'

type WriteDeps = Pick<TenderRefundDeps, 'clock' | 'random'>
type RefundDeps = TenderRefundDeps & { db: Db }

type RefundInput = {
  amount?: number | undefined
  items?: { line: number; quantity: number }[] | undefined
  destination: 'card' | 'credit' | 'tender'
  /** How a refund of tenders is paid back. */
  method?: TenderMethod | undefined
  reason: string
  /** The refundable amount that staff saw. */
  expectedRefundable?: number | undefined
}

/**
 * Rule 44: requests a refund by inserting its row. A background job sends it to the provider or adds
 * it as credit, and only the provider's response changes the card's payment (I2, I3).
 */
export function refundOrder(
  deps: RefundDeps,
  actor: Actor,
  orderId: string,
  input: RefundInput,
): Promise<void> {
  return deps.db.transaction(async (tx) => {
    await refundOrderInTx(tx, deps, actor, orderId, input)
  })
}

/** Returns the requested refund; without an id if it was split between card and credit. */
export async function refundOrderInTx(
  tx: Tx,
  deps: WriteDeps & Partial<TenderRefundDeps>,
  actor: Actor,
  orderId: string,
  input: RefundInput,
): Promise<{ refundId: string | undefined; amountCents: number }> {
  const order = await lockOrder(tx, orderId)
  const payment = await lockPayment(tx, orderId)
  if (!order || !payment) throw new Failure('not_found')
  await lockDeposits(tx, [orderId])
  const refundable = await getRefundableOrder(tx, order, payment)
  const { expectedRefundable: expected, destination, reason } = input
  const items = input.items && (await priceItems(tx, order, input.items, refundable.bottles))
  const amountCents =
    items?.reduce((sum, { cents }) => sum + cents, 0) ?? input.amount ?? refundable.totalCents
  if (order.customerId === null) assertRefundableToErased(amountCents, refundable, input)
  assertRefundable(amountCents, refundable, input)
  if (expected !== undefined && expected !== refundable.totalCents) throw new Failure('stale')
  const { method } = input
  const refundId =
    destination === 'tender' && method
      ? await refundAsTender(tx, needTenderDeps(deps), actor, payment, {
          method,
          amountCents,
          items,
          reason,
        })
      : await request(tx, deps, { order, payment }, { ...input, amountCents, items })
  await recordAuditEntry(tx, deps, actor, {
    action: 'order.refunded',
    subjectId: orderId,
    before: {},
    after: {
      amountCents,
      ...(destination !== 'card' && { destination }),
      ...(destination === 'tender' && { method }),
      ...(items && { items: items.map(formatItem).join(', ') }),
      reason,
    },
  })
  return { refundId, amountCents }
}

/** Cases refund to the card or as credit alone, so their callers have no more than that needs. */
function needTenderDeps(deps: WriteDeps & Partial<TenderRefundDeps>): TenderRefundDeps {
  const { log, handlers, shop } = deps
  if (!log || !handlers || !shop) throw new Error('a refund of tenders needs more dependencies')
  return { ...deps, log, handlers, shop }
}

const formatItem = ({ quantity, label }: RefundedItem) => `${quantity} × ${label}`

/** Refunds that have not failed; of a failed one the items can be refunded again. */
export async function refundedItems(db: DbOrTx, orderId: string): Promise<RefundedItem[]> {
  const isDone = and(ne(refunds.status, 'failed'), isNotNull(refunds.items))
  const rows = await db
    .select({ items: refunds.items })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), isDone))
  return rows.flatMap(({ items }) => items ?? [])
}

async function priceItems(
  tx: Tx,
  { id, priceLines }: OrderRow,
  chosen: { line: number; quantity: number }[],
  /** Bottles whose deposit was neither returned nor refunded. */
  depositBottles: number,
): Promise<RefundedItem[]> {
  const lines = refundableLines(priceLines, await refundedItems(tx, id))
  if (new Set(chosen.map(({ line }) => line)).size < chosen.length)
    throw new Failure('invalid', undefined, { items: 'Choose each item once' })
  return chosen.map(({ line, quantity }) => {
    const found = lines.find((candidate) => candidate.line === line)
    if (!found) throw new Failure('invalid', undefined, { items: 'This order has no such item' })
    const open = found.quantity - found.refundedQuantity
    const left = found.isDeposit ? Math.min(open, depositBottles) : open
    if (quantity > left) {
      const message =
        left === 0
          ? `All of ${found.label} is refunded already.`
          : `Only ${left} of ${found.label} can still be refunded.`
      throw new Failure('nothing_to_refund', message)
    }
    const cents = refundItemCents(found, quantity)
    return {
      line,
      label: found.label,
      quantity,
      cents,
      ...(found.isDeposit && { isDeposit: true }),
    }
  })
}

const DISPUTED =
  'The customer disputed this payment, so the bank has the money. Only what credit paid can be refunded as credit.'

function assertRefundable(
  amountCents: number,
  { totalCents, cardCents, tenderCents, creditCents }: Refundable,
  { destination, amount, items }: RefundInput,
): void {
  if (amountCents <= 0 || amountCents > totalCents) throw new Failure('nothing_to_refund')
  if (destination === 'tender') {
    if (amountCents <= tenderCents) return
    throw new Failure(
      'nothing_to_refund',
      tenderCents === 0
        ? 'Nothing was received in cash, by check or by transfer.'
        : `At most ${formatCents(tenderCents)} was received. Refund the rest as account credit.`,
    )
  }
  if (destination === 'credit') {
    if (amountCents <= creditCents) return
    throw new Failure('nothing_to_refund', DISPUTED)
  }
  // A refund of everything goes to where each part came from.
  const isRest = amount === undefined && items === undefined
  if (isRest || amountCents <= cardCents) return
  throw new Failure(
    'nothing_to_refund',
    cardCents === 0
      ? 'The card paid for none of this. Refund it as account credit.'
      : `At most ${formatCents(cardCents)} can go back to the card. Refund it as account credit.`,
  )
}

/** An erased customer has no account: what the card paid goes to the card, tenders as tenders. */
function assertRefundableToErased(
  amountCents: number,
  { cardCents }: Refundable,
  { destination }: RefundInput,
): void {
  if (destination === 'tender' || (destination === 'card' && amountCents <= cardCents)) return
  throw new Failure(
    'nothing_to_refund',
    destination === 'credit'
      ? 'The customer was deleted, so there is no account for the credit.'
      : `The customer was deleted. At most ${formatCents(cardCents)} can go back to the card.`,
  )
}

async function request(
  tx: Tx,
  deps: WriteDeps,
  { order, payment }: { order: OrderRow; payment: PaymentRow },
  refund: RefundInput & { amountCents: number; items: RefundedItem[] | undefined },
): Promise<string | undefined> {
  const { destination, amount, amountCents, items, reason } = refund
  const dedupeKey = `staff:${deps.random.uuid()}`
  if (destination === 'card' && amount === undefined && !items) {
    const rest = await getRefundableRest(tx, order, payment)
    await refundRest(tx, deps, payment, { rest, reason, dedupeKey })
    return undefined
  }
  return requestRefund(tx, deps, {
    orderId: payment.orderId,
    intentId: destination === 'card' ? payment.intentId : null,
    amountCents,
    ...(items && { items }),
    reason,
    dedupeKey,
  })
}
