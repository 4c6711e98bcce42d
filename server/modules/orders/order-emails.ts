import { formatDate } from '#contract/dates/calendar.ts'
import { centsToText, formatCents } from '#contract/money.ts'
import type { PriceLine } from '#contract/pricing.ts'
import type { Shop } from '#contract/shop.ts'
import type { Db } from '#server/db/client.ts'
import {
  type BuildEmail,
  type Letter,
  type OrderEmailData,
  orderEmailKinds,
  type RenderEmail,
} from '#server/modules/mail/index.ts'
import { getOrderWithDetails, type OrderWithDetails } from './queries.ts'
import { cancelRefundCents } from './refund-cancelled.ts'
import { refundInEmail } from './refund-in-email.ts'

export type EmailDeps = { db: Db; shop: Shop; publicUrl: string; render: RenderEmail }

type OrderEmailKind = (typeof orderEmailKinds)[number]

/** The mails about an order, written from what is stored at the moment of sending. */
export function orderEmails(deps: EmailDeps): Record<OrderEmailKind, BuildEmail> {
  const write =
    (kind: OrderEmailKind) =>
    async (orderId: string, dedupeSuffix?: string): Promise<Letter | undefined> => {
      const whole = await getOrderWithDetails(deps.db, orderId)
      if (!whole?.order.customerEmail) return undefined
      const letter = toOrderEmail(deps, kind, whole)
      const refundCents =
        kind === 'order_cancelled' ? await cancelRefundCents(deps.db, whole.order) : 0
      if (refundCents > 0) letter.refund = centsToText(refundCents)
      if (kind === 'order_refunded' || kind === 'refund_failed') {
        const refunded = await refundInEmail(deps.db, kind, whole, dedupeSuffix)
        if (!refunded) return undefined
        letter.refunded = refunded
      }
      const words = await deps.render(letter)
      return { to: whole.order.customerEmail, ...words }
    }
  return Object.fromEntries(orderEmailKinds.map((kind) => [kind, write(kind)])) as Record<
    OrderEmailKind,
    BuildEmail
  >
}

export function toOrderEmail(
  { shop, publicUrl }: EmailDeps,
  kind: OrderEmailData['kind'],
  whole: OrderWithDetails,
): OrderEmailData {
  const { order, items } = whole
  return {
    kind,
    shop,
    publicUrl,
    orderNumber: order.id.slice(0, 8),
    orderUrl: `${publicUrl}/order-confirmation?orderId=${order.id}`,
    payUrl: `${publicUrl}/pay/${order.id}`,
    findUrl: `${publicUrl}/customer/login`,
    billingUrl: `${publicUrl}/customer/billing`,
    name: order.customerName ?? '',
    address: [
      order.deliveryAddress,
      `${order.deliveryCity}, ${order.deliveryState} ${order.deliveryZip}`,
    ].filter((line) => line !== null),
    deliveryDate: formatDate(order.deliveryDate),
    frequency: order.isRecurring ? order.recurringFrequency : null,
    items: items.map(({ productName, quantity, priceCents }) => ({
      name: productName,
      quantity,
      sum: centsToText(priceCents * quantity),
    })),
    subtotal: centsToText(order.subtotalCents),
    adjustments: order.priceLines.filter(({ kind }) => kind !== 'product').map(toAdjustment),
    total: centsToText(order.totalCents),
  }
}

const toAdjustment = ({ label, cents }: PriceLine) => ({
  label,
  amount: cents < 0 ? `-${formatCents(-cents)}` : formatCents(cents),
})
