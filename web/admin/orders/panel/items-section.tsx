import { PanelSection } from '#web/admin/detail/panel-section.tsx'
import type { KnownOrder } from '#web/api/adapt/order.ts'
import { OrderLines, PriceSummary } from '#web/shared/orders/order-summary.tsx'
import { orderView } from '#web/shared/orders/order-view.ts'

export function ItemsSection({ order }: { order: KnownOrder }) {
  const { lines, price } = orderView(order)
  return (
    <PanelSection title="Items">
      {lines.length > 0 ? <OrderLines lines={lines} /> : null}
      <PriceSummary price={price} totalLabel="Total" />
    </PanelSection>
  )
}
