import { useQuery } from '@tanstack/react-query'
import { formatDate } from '#contract/dates/calendar.ts'
import { formatOrderNumber } from '#contract/order-number.ts'
import type { KnownCustomerOrder } from '#web/api/adapt/order.ts'
import { customerOrdersQuery } from '#web/api/customer.ts'
import { pageData } from '#web/api/page-data.ts'
import { useLiveOrderInList } from '#web/customer/orders/use-live-order-in-list.ts'
import { paths } from '#web/paths.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { DeliveryStatusBadge } from '#web/shared/status-badge.tsx'
import { TrackingLine } from '#web/shared/tracking/tracking-line.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { isNear } from './is-near.ts'

/** Each open stream occupies a connection. */
const SHOWN = 3

/** Rule 63: the deliveries of today and tomorrow, live. Nothing is shown without one. */
export function UpcomingDeliveries() {
  const { data: orders = [] } = useQuery(customerOrdersQuery)
  const { today } = pageData()
  const shown = orders.filter((order) => isNear(order, today)).slice(0, SHOWN)
  if (shown.length === 0) return null
  return (
    <Card aria-labelledby="upcoming-deliveries">
      <CardHeader>
        <CardTitle id="upcoming-deliveries">Upcoming deliveries</CardTitle>
      </CardHeader>
      <CardBody className="flex flex-col gap-5">
        {shown.map((order) => (
          <UpcomingDelivery key={order.id} order={order} />
        ))}
      </CardBody>
    </Card>
  )
}

function UpcomingDelivery({ order }: { order: KnownCustomerOrder }) {
  const { tracking } = useLiveOrderInList(order.id)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-semibold">{formatDate(order.deliveryDate ?? '')}</p>
        <DeliveryStatusBadge status={order.deliveryStatus} />
      </div>
      {tracking ? <TrackingLine tracking={tracking} /> : null}
      <SiteLink
        href={`${paths.customerOrders()}?order=${order.id}`}
        className="self-start text-action-strong text-sm underline"
      >
        View order {formatOrderNumber(order.id)}
      </SiteLink>
    </div>
  )
}
