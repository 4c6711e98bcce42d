import type { ErasurePreview } from '#contract/identity.ts'
import { amountToCents } from '#contract/money.ts'
import { pageData } from '#web/api/page-data.ts'
import { formatDay } from '#web/shared/instant.ts'
import { formatPrice } from '#web/shared/money.ts'
import { orderNumber } from '#web/shared/orders/order-view.ts'

const listClass = 'flex list-disc flex-col gap-1 pl-5'

/** What happens to a person who erases their account, down to each order. */
export function ErasureSteps({ cancels }: { cancels: ErasurePreview['cancels'] }) {
  return (
    <>
      <p>This is what happens, at once and for good:</p>
      <ul className={listClass}>
        <li>Your subscriptions are cancelled.</li>
        {cancels.map(({ orderId, deliveryDate, refund }) => (
          <li key={orderId}>
            Order {orderNumber(orderId)} for {formatDay(deliveryDate)} is cancelled
            {(amountToCents(refund) ?? 0) > 0
              ? `, and ${formatPrice(refund)} goes back to your card within 5-7 business days.`
              : '.'}
          </li>
        ))}
        <li>Your name, email, phone number and addresses are erased.</li>
        <li>Your saved cards are deleted at our card provider.</li>
        <li>Invoices keep their number, items and sums, but no longer name you.</li>
        <li>You are signed out everywhere.</li>
      </ul>
      <p>This cannot be undone.</p>
    </>
  )
}

export function ErasureBlocked({ orders }: { orders: ErasurePreview['blockedBy'] }) {
  return (
    <>
      <p>These orders need your name and address a little longer:</p>
      <ul className={listClass}>
        {orders.map(({ orderId, deliveryDate, reason }) => (
          <li key={orderId}>
            {reason === 'disputed'
              ? `Order ${orderNumber(orderId)} has an open bank dispute.`
              : `Order ${orderNumber(orderId)} for ${formatDay(deliveryDate)} is not delivered yet.`}
          </li>
        ))}
      </ul>
      <p>
        Erase your account once this is settled. To cancel an order instead, call{' '}
        <span className="whitespace-nowrap">{pageData().shop.phone}</span>.
      </p>
    </>
  )
}
