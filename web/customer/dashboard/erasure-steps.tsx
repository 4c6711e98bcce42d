import type { ErasurePreview } from '#contract/identity.ts'
import { amountToCents } from '#contract/money.ts'
import { formatOrderNumber } from '#contract/order-number.ts'
import { pageData } from '#web/api/page-data.ts'
import { formatDay } from '#web/shared/instant.ts'
import { formatPrice } from '#web/shared/money.ts'

const listClass = 'flex list-disc flex-col gap-1 pl-5'

/** Lists what deleting the account does, including each order it cancels. */
export function ErasureSteps({ cancels }: { cancels: ErasurePreview['cancels'] }) {
  return (
    <>
      <p>If you delete your account:</p>
      <ul className={listClass}>
        <li>We'll cancel your subscriptions.</li>
        {cancels.map(({ orderId, deliveryDate, refund }) => (
          <li key={orderId}>
            We'll cancel order {formatOrderNumber(orderId)} for {formatDay(deliveryDate)}
            {(amountToCents(refund) ?? 0) > 0
              ? ` and refund ${formatPrice(refund)} to your card within 5-7 business days.`
              : '.'}
          </li>
        ))}
        <li>We'll delete your name, email, phone number and addresses.</li>
        <li>We'll delete your saved cards at our payment provider.</li>
        <li>We'll keep your invoices for our records but remove your name.</li>
        <li>You'll be logged out of all devices.</li>
      </ul>
      <p>This action cannot be undone.</p>
    </>
  )
}

export function ErasureBlocked({ orders }: { orders: ErasurePreview['blockedBy'] }) {
  return (
    <>
      <p>We still need your name and address for these orders:</p>
      <ul className={listClass}>
        {orders.map(({ orderId, deliveryDate, reason }) => (
          <li key={orderId}>
            Order {formatOrderNumber(orderId)}
            {reason === 'disputed' ? ' has an open dispute.' : null}
            {reason === 'unpaid' ? " hasn't been paid yet." : null}
            {reason === 'undelivered'
              ? ` for ${formatDay(deliveryDate)} hasn't been delivered yet.`
              : null}
          </li>
        ))}
      </ul>
      <p>
        You can delete your account after that. To cancel an order, call{' '}
        <span className="whitespace-nowrap">{pageData().shop.phone}</span>.
      </p>
    </>
  )
}
