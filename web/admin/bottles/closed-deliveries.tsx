import type { BottleOverview } from '#contract/bottles/staff-bottles.ts'
import { formatOrderNumber } from '#contract/order-number.ts'
import { staffPaths } from '#web/admin/staff-paths.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { DataTable, Section } from './data-table.tsx'

const OrderLink = ({ orderId }: { orderId: string }) => (
  <SiteLink
    href={staffPaths.order(orderId)}
    className="font-bold text-action-strong underline-offset-3 hover:underline"
  >
    {formatOrderNumber(orderId)}
  </SiteLink>
)

/** Rule 59: more than was ordered. Staff decide what to do; nothing is charged automatically. */
export const BeyondOrder = ({ deliveries }: { deliveries: BottleOverview['beyondOrder'] }) => (
  <Section title="Bottles beyond the order">
    <DataTable
      label="Bottles beyond the order"
      empty="No delivery left more bottles than were ordered in the last 12 weeks."
      columns={['Customer', 'Ordered', 'Beyond', 'Order']}
      rows={deliveries.map(({ orderId, customerName, ordered, beyond }) => ({
        key: orderId,
        cells: [
          customerName ?? 'Unknown',
          ordered,
          beyond,
          <OrderLink key="order" orderId={orderId} />,
        ],
      }))}
    />
  </Section>
)

/** Rule 60: statuses set by hand book no bottles. */
export const Uncounted = ({ deliveries }: { deliveries: BottleOverview['uncounted'] }) => (
  <Section title="Delivered without counts">
    <DataTable
      label="Delivered without counts"
      empty="Every delivery of a closed route was counted."
      columns={['Customer', 'Order']}
      rows={deliveries.map(({ orderId, customerName }) => ({
        key: orderId,
        cells: [customerName ?? 'Unknown', <OrderLink key="order" orderId={orderId} />],
      }))}
    />
  </Section>
)
