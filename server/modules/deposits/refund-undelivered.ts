import { refundableLines, refundItemCents } from '#contract/payments/refund-items.ts'
import type { Tx } from '#server/db/client.ts'
import type { OrderRow } from '#server/modules/orders/index.ts'
import {
  type PaymentRow,
  type RefundedItem,
  requestRefund,
} from '#server/modules/payments/index.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { refundedItems } from './refund-order.ts'
import { getRefundableOrder, lockDeposits } from './refundable-deposit.ts'
import { undeliveredCreditKey, undeliveredKey } from './undelivered-refund.ts'

type ShortDelivery = {
  order: OrderRow
  payment: PaymentRow
  /** Bottles left at the door, by product. */
  left: ReadonlyMap<string, number>
  /** Products whose bottles carry a deposit. */
  returnable: ReadonlySet<string>
  /** Rule 59: credit for a customer with an active subscription, else the card. */
  wantsCredit: boolean
}

/**
 * Rule 59: requests the refund of each ordered bottle that was not left, at its stored share of
 * price, discount, tax and deposit. What was refunded of a line before counts, and no
 * more goes back than is left of the payment. The caller has locked order and payment. Returns the
 * cents.
 */
export async function refundUndelivered(
  tx: Tx,
  deps: { clock: Clock; random: Random },
  { order, payment, left, returnable, wantsCredit }: ShortDelivery,
): Promise<number> {
  await lockDeposits(tx, [order.id])
  const { totalCents, cardCents, creditCents, bottles } = await getRefundableOrder(
    tx,
    order,
    payment,
  )
  const lines = refundableLines(order.priceLines, await refundedItems(tx, order.id))
  const rest = new Map(left)
  let missingReturnable = 0
  const items = lines.flatMap((line): RefundedItem[] => {
    if (line.isDeposit) {
      const missing = Math.min(missingReturnable, line.quantity) - line.refundedQuantity
      return toItem(line, Math.min(missing, bottles))
    }
    const productId = order.priceLines[line.line]?.productId ?? ''
    const here = Math.min(line.quantity, rest.get(productId) ?? 0)
    rest.set(productId, (rest.get(productId) ?? 0) - here)
    const missing = line.quantity - here
    if (returnable.has(productId)) missingReturnable += missing
    return toItem(line, missing - line.refundedQuantity)
  })
  // A refund of an amount may have come first: then what is left of the payment goes back.
  const [given] = splitItems(items, totalCents)
  const goesToCard = payment.intentId !== null && !(wantsCredit && order.customerId !== null)
  const [toCard, others] = splitItems(given, goesToCard ? cardCents : 0)
  // An amount that credit paid is never refunded to a card.
  const [toCredit] = splitItems(others, creditCents)
  const key = undeliveredKey(order.id)
  const givenCents = await request(tx, deps, payment, toCard, key)
  const creditKey = givenCents > 0 ? undeliveredCreditKey(order.id) : key
  return givenCents + (await request(tx, deps, { ...payment, intentId: null }, toCredit, creditKey))
}

async function request(
  tx: Tx,
  deps: { clock: Clock; random: Random },
  { orderId, intentId }: Pick<PaymentRow, 'orderId' | 'intentId'>,
  items: RefundedItem[],
  dedupeKey: string,
): Promise<number> {
  const amountCents = items.reduce((sum, { cents }) => sum + cents, 0)
  const refund = { orderId, intentId, amountCents, items, reason: 'Not delivered', dedupeKey }
  const isRepeatable = intentId !== null
  if (amountCents > 0) await requestRefund(tx, deps, { ...refund, isRepeatable })
  return amountCents
}

/** The items that so many cents pay for, and the rest. The units of one in between count as paid. */
function splitItems(items: RefundedItem[], cents: number): [RefundedItem[], RefundedItem[]] {
  const first: RefundedItem[] = []
  const rest: RefundedItem[] = []
  let left = Math.max(0, cents)
  for (const item of items) {
    const part = Math.min(item.cents, left)
    left -= part
    if (part === item.cents) first.push(item)
    else if (part === 0) rest.push(item)
    else {
      first.push({ ...item, cents: part })
      rest.push({ ...item, quantity: 0, cents: item.cents - part })
    }
  }
  return [first, rest]
}

function toItem(
  line: ReturnType<typeof refundableLines>[number],
  quantity: number,
): RefundedItem[] {
  if (quantity <= 0) return []
  const cents = refundItemCents(line, quantity)
  const { label, isDeposit } = line
  return [{ line: line.line, label, quantity, cents, ...(isDeposit && { isDeposit: true }) }]
}
