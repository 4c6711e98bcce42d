import { Part } from '#web/admin/detail/part.tsx'
import type { KnownOrder } from '#web/api/adapt/order.ts'
import { OrderLines, OrderSums } from '#web/shared/order-summary.tsx'
import { orderView } from '#web/shared/order-view.ts'

export function ItemsPart({ order }: { order: KnownOrder }) {
  const { lines, price } = orderView(order)
  return (
    <Part title="Items">
      {lines.length > 0 ? <OrderLines lines={lines} /> : null}
      <OrderSums price={price} totalLabel="Total" />
    </Part>
  )
}
