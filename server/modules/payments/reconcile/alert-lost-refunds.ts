import { inArray } from 'drizzle-orm'
import { centsToText } from '#contract/money.ts'
import { formatOrderNumber } from '#contract/order-number.ts'
import { raiseAlert } from '#server/modules/alerts/index.ts'
import type { PaymentDeps } from '../deps.ts'
import type { CardRefund } from '../port.ts'
import { intents, refunds } from '../tables.ts'

/**
 * AU22: refunds that this shop sent after the backup. The amount is read from the ledger, but who
 * asked for them and for what is lost, so staff must know before anyone gives the same back again.
 */
export async function alertLostRefunds(deps: PaymentDeps, since: Date): Promise<void> {
  const sent: CardRefund[] = []
  for await (const refund of deps.cards.refundsSince(since))
    if (refund.refundId && refund.status !== 'failed') sent.push(refund)
  if (sent.length === 0) return
  const orders = await findOrderIds(deps, sent)
  const known = await deps.db
    .select({ ref: refunds.providerRef, id: refunds.id })
    .from(refunds)
    .where(inArray(refunds.orderId, [...orders.values()]))
  const ids = new Set(known.flatMap(({ ref, id }) => [ref, id]))
  for (const { id, refundId, intentId, amountCents } of sent) {
    const orderId = orders.get(intentId)
    if (!orderId || ids.has(id) || ids.has(refundId)) continue
    const message = `The payment provider refunded $${centsToText(amountCents)} (${id}) of order ${formatOrderNumber(orderId)} after the backup. Don't refund the same again, and take back the account credit if it was sent to the card instead.`
    await deps.db.transaction((tx) =>
      raiseAlert(tx, deps, { kind: 'books_mismatch', subject: id, message }),
    )
  }
}

/** The orders of intents that the books have; others are of another shop, or are sent back. */
async function findOrderIds({ db }: PaymentDeps, sent: readonly CardRefund[]) {
  const ids = sent.map(({ intentId }) => intentId)
  const rows = await db
    .select({ id: intents.id, orderId: intents.orderId })
    .from(intents)
    .where(inArray(intents.id, ids))
  return new Map(rows.map(({ id, orderId }) => [id, orderId]))
}
