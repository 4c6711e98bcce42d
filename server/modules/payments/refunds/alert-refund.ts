import { centsToText } from '#contract/money.ts'
import { formatOrderNumber } from '#contract/order-number.ts'
import type { Tx } from '#server/db/client.ts'
import { endAlert, raiseAlert } from '#server/modules/alerts/index.ts'
import type { PaymentDeps } from '../deps.ts'

type AlertDeps = Pick<PaymentDeps, 'clock' | 'random'>

/** The customer may expect this refund, so staff are alerted when it fails. */
export async function alertRefundFailed(
  tx: Tx,
  deps: AlertDeps,
  { orderId, amountCents }: { orderId: string; amountCents: number },
  reason: string,
): Promise<void> {
  const message = `Order ${formatOrderNumber(orderId)}: the refund of $${centsToText(amountCents)} failed. ${reason} Refund it again or contact the customer.`
  await raiseAlert(tx, deps, { kind: 'refund_failed', subject: orderId, message })
}

export const endRefundAlert = (tx: Tx, deps: AlertDeps, orderId: string) =>
  endAlert(tx, deps, { kind: 'refund_failed', subject: orderId })
