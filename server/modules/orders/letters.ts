import { formatDate } from '#contract/calendar.ts'
import { centsToText, formatCents } from '#contract/money.ts'
import type { PriceLine } from '#contract/pricing.ts'
import type { Shop } from '#contract/shop.ts'
import type { Db } from '#server/db/client.ts'
import {
  type Letter,
  type OrderLetter,
  orderMailKinds,
  type RenderLetter,
  type WriteLetter,
} from '#server/modules/mail/index.ts'
import { type WholeOrder, wholeOrder } from './queries.ts'
import { cancelRefundCents } from './refund-cancelled.ts'
import { refundInMail } from './refund-in-mail.ts'

export type LetterDeps = { db: Db; shop: Shop; publicUrl: string; render: RenderLetter }

type OwnKind = (typeof orderMailKinds)[number]

/** The mails about an order, written from what is stored at the moment of sending. */
export function orderLetters(deps: LetterDeps): Record<OwnKind, WriteLetter> {
  const write =
    (kind: OwnKind) =>
    async (orderId: string, occasion?: string): Promise<Letter | undefined> => {
      const whole = await wholeOrder(deps.db, orderId)
      if (!whole?.order.customerEmail) return undefined
      const letter = letterOf(deps, kind, whole)
      const refundCents =
        kind === 'order_cancelled' ? await cancelRefundCents(deps.db, whole.order) : 0
      if (refundCents > 0) letter.refund = centsToText(refundCents)
      if (kind === 'order_refunded' || kind === 'refund_failed') {
        const refunded = await refundInMail(deps.db, kind, whole, occasion)
        if (!refunded) return undefined
        letter.refunded = refunded
      }
      const words = await deps.render(letter)
      return { to: whole.order.customerEmail, ...words }
    }
  return Object.fromEntries(orderMailKinds.map((kind) => [kind, write(kind)])) as Record<
    OwnKind,
    WriteLetter
  >
}

export function letterOf(
  { shop, publicUrl }: LetterDeps,
  kind: OrderLetter['kind'],
  whole: WholeOrder,
): OrderLetter {
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
