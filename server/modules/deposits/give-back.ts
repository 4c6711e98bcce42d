import { refundableLines, refundItemCents } from '#contract/payments/refund-items.ts'
import type { Tx } from '#server/db/client.ts'
import type { OrderRow } from '#server/modules/orders/index.ts'
import {
  type PaymentRow,
  type RefundedItem,
  requestRefund,
} from '#server/modules/payments/index.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { undeliveredKey } from './given-back.ts'
import { refundedItems } from './refund-order.ts'
import { getRefundableOrder, lockDeposits } from './refundable-deposit.ts'

type GiveBack = {
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
 * price, discount, tax and deposit. What was refunded of a line before counts as given back. The
 * caller has locked order and payment. Returns the cents.
 */
export async function giveBackItems(
  tx: Tx,
  deps: { clock: Clock; random: Random },
  { order, payment, left, returnable, wantsCredit }: GiveBack,
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
  const amountCents = items.reduce((sum, { cents }) => sum + cents, 0)
  if (amountCents === 0 || amountCents > totalCents) return 0
  const toCard = amountCents <= cardCents && (!wantsCredit || order.customerId === null)
  if (!toCard && amountCents > creditCents) return 0
  await requestRefund(tx, deps, {
    orderId: order.id,
    intentId: toCard ? payment.intentId : null,
    amountCents,
    items,
    reason: 'Not delivered',
    dedupeKey: undeliveredKey(order.id),
  })
  return amountCents
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
