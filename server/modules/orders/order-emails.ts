import { formatDate } from '#contract/dates/calendar.ts'
import { centsToText, formatCents } from '#contract/money.ts'
import { formatOrderNumber } from '#contract/order-number.ts'
import type { PriceLine } from '#contract/pricing.ts'
import type { Shop } from '#contract/shop.ts'
import { windowText } from '#contract/zones/window-text.ts'
import type { Db } from '#server/db/client.ts'
import {
  type BuildEmail,
  type EmailContent,
  type OrderEmailData,
  orderEmailKinds,
  type RenderEmail,
} from '#server/modules/mail/index.ts'
import type { PaymentRow } from '#server/modules/payments/index.ts'
import { cancelRefundCents } from './cancel/refund-cancelled.ts'
import { dueInEmail, payByInEmail } from './due-in-email.ts'
import { creditView } from './order-view.ts'
import { getOrderWithDetails, type OrderWithItems } from './queries.ts'
import { refundInEmail } from './refund-in-email.ts'

export type EmailDeps = { db: Db; shop: Shop; publicUrl: string; render: RenderEmail }

type OrderEmailKind = (typeof orderEmailKinds)[number]

/** Emails about an order, built from the rows as they are at the time of sending. */
export function orderEmails(deps: EmailDeps): Record<OrderEmailKind, BuildEmail> {
  const build =
    (kind: OrderEmailKind) =>
    async (orderId: string, dedupeSuffix?: string): Promise<EmailContent | undefined> => {
      const found = await getOrderWithDetails(deps.db, orderId)
      if (!found?.order.customerEmail) return undefined
      const payment = found.payment ?? undefined
      const data = toOrderEmail(deps, kind, found, payment)
      if (kind === 'order_cancelled') {
        // Paid in the last moment, or restored.
        if (found.order.status !== 'cancelled') return undefined
        const { card, credit } = await cancelRefundCents(deps.db, found.order)
        if (card > 0) data.refund = centsToText(card)
        if (credit > 0) data.creditRefund = centsToText(credit)
      }
      if (kind === 'order_refunded' || kind === 'refund_failed') {
        const refunded = await refundInEmail(deps, kind, payment, dedupeSuffix)
        if (!refunded) return undefined
        data.refunded = refunded
      }
      if (kind === 'payment_link' || kind === 'terms_link') {
        const payBy = payByInEmail(deps.shop, found.order, payment)
        if (!payBy) return undefined
        data.payBy = payBy
      }
      const due = kind === 'order_cancelled' ? undefined : await dueInEmail(deps.db, payment)
      if (due) data.due = due
      const content = await deps.render(data)
      return { to: found.order.customerEmail, ...content }
    }
  return Object.fromEntries(orderEmailKinds.map((kind) => [kind, build(kind)])) as Record<
    OrderEmailKind,
    BuildEmail
  >
}

export function toOrderEmail(
  { shop, publicUrl }: EmailDeps,
  kind: OrderEmailData['kind'],
  { order }: Pick<OrderWithItems, 'order'>,
  payment: PaymentRow | undefined,
): OrderEmailData {
  const { credit: used, due } = creditView(payment)
  return {
    kind,
    shop,
    publicUrl,
    orderNumber: formatOrderNumber(order.id),
    orderUrl: `${publicUrl}/order-confirmation?orderId=${order.id}`,
    payUrl: `${publicUrl}/pay/${order.id}`,
    findUrl: `${publicUrl}/customer/login`,
    billingUrl: `${publicUrl}/customer/billing`,
    reportUrl: `${publicUrl}/customer/orders?report=${order.id}`,
    name: order.customerName ?? '',
    address: [
      order.deliveryAddress,
      `${order.deliveryCity}, ${order.deliveryState} ${order.deliveryZip}`,
    ].filter((line) => line !== null),
    deliveryDate: formatDate(order.deliveryDate),
    ...(order.deliveryWindow && { selectedWindow: windowText(order.deliveryWindow) }),
    frequency: order.isRecurring && order.status !== 'cancelled' ? order.recurringFrequency : null,
    items: order.priceLines.filter(({ kind }) => kind === 'product').map(toItem),
    subtotal: centsToText(order.subtotalCents),
    adjustments: order.priceLines.filter(({ kind }) => kind !== 'product').map(toAdjustment),
    total: centsToText(order.totalCents),
    ...(used && due && { credit: { used, due } }),
    ...(payment?.netDays && { netDays: payment.netDays }),
  }
}

const toItem = ({ label, quantity = 1, cents }: PriceLine) => ({
  name: label,
  quantity,
  amount: centsToText(cents),
})

const toAdjustment = ({ label, cents }: PriceLine) => ({
  label,
  amount: formatCents(cents),
})
