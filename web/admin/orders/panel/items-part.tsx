import { Part } from '#web/admin/detail/part.tsx'
import type { OrderAnswer } from '#web/api/orders.ts'
import { OrderLines, OrderSums } from '#web/shared/order-summary.tsx'
import { orderView } from '#web/shared/order-view.ts'

export function ItemsPart({ order }: { order: OrderAnswer }) {
  const { lines, price } = orderView(order)
  return (
    <Part title="Items">
      {lines.length > 0 ? <OrderLines lines={lines} /> : null}
      <OrderSums price={price} totalLabel="Total" />
    </Part>
  )
}
