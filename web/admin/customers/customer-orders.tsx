import { formatOrderNumber } from '#contract/order-number.ts'
import { PanelSection } from '#web/admin/detail/panel-section.tsx'
import { staffPaths } from '#web/admin/staff-paths.ts'
import type { KnownOrder } from '#web/api/adapt/order.ts'
import { formatDay } from '#web/shared/instant.ts'
import { formatPrice } from '#web/shared/money.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { DeliveryStatusBadge, OrderStatusBadge } from '#web/shared/status-badge.tsx'

/** All orders, newest first. Off-screen rows are not rendered, as there may be thousands. */
export function CustomerOrders({ orders }: { orders: readonly KnownOrder[] }) {
  return (
    <PanelSection title={`Orders (${orders.length.toLocaleString('en-US')})`}>
      {orders.length === 0 ? (
        <p className="text-muted text-sm">No orders yet.</p>
      ) : (
        <ul className="flex flex-col">
          {orders.map((order) => (
            <li
              key={order.id}
              className="border-line border-t py-1 [contain-intrinsic-size:auto_4.5rem] [content-visibility:auto] first:border-t-0"
            >
              <SiteLink
                href={staffPaths.order(order.id)}
                className="grid grid-cols-[1fr_auto] gap-x-3 gap-y-1 rounded-lg px-2 py-1.5 text-sm hover:bg-surface-soft"
              >
                <span className="font-bold text-action-strong tabular-nums">
                  {formatOrderNumber(order.id)}
                </span>
                <span className="text-right font-semibold tabular-nums">
                  {formatPrice(order.total ?? '0')}
                </span>
                <span className="text-muted">Delivery {formatDay(order.deliveryDate)}</span>
                <span className="flex justify-end gap-1.5">
                  <OrderStatusBadge status={order.status} />
                  <DeliveryStatusBadge status={order.deliveryStatus} />
                </span>
              </SiteLink>
            </li>
          ))}
        </ul>
      )}
    </PanelSection>
  )
}
