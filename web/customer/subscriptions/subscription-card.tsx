import { CalendarDays, MapPin, Repeat, Wallet } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { CustomerOrderAnswer } from '#web/api/customer.ts'
import { formatMoment } from '#web/shared/instant.ts'
import { formatPrice } from '#web/shared/money.ts'
import { orderView } from '#web/shared/order-view.ts'
import { OrderStatusBadge } from '#web/shared/status-badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '#web/ui/card.tsx'

type SubscriptionCardProps = { order: CustomerOrderAnswer; onCancel: () => void }

export function SubscriptionCard({ order, onCancel }: SubscriptionCardProps) {
  const id = useId()
  const view = orderView(order)
  const isCancelled = order.status === 'cancelled'
  return (
    <Card aria-labelledby={id} className="flex flex-col">
      <CardHeader className="flex-row flex-wrap items-center justify-between gap-3">
        <CardTitle id={id} className="wrap-anywhere">
          Subscription #{view.number}
        </CardTitle>
        <OrderStatusBadge status={order.status} />
      </CardHeader>
      <CardBody className="flex flex-1 flex-col gap-6">
        <ul className="wrap-anywhere flex flex-col gap-1 text-sm">
          {view.lines.map((line) => (
            <li key={line.key}>
              {line.quantity} × {line.name}
            </li>
          ))}
        </ul>
        <dl className="grid gap-5 sm:grid-cols-2">
          <Fact icon={<Repeat aria-hidden />} name="Frequency">
            {view.frequency ?? 'Monthly'}
          </Fact>
          <Fact icon={<CalendarDays aria-hidden />} name="Next delivery date">
            {view.deliveryDate ?? 'To be agreed'}
          </Fact>
          <Fact icon={<Wallet aria-hidden />} name="Total">
            <span className="tabular-nums">{formatPrice(order.total ?? '0')}</span>
          </Fact>
          <Fact icon={<MapPin aria-hidden />} name="Delivery address">
            {view.address.map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            ))}
          </Fact>
        </dl>
        {isCancelled ? null : (
          <div className="mt-auto flex flex-wrap items-center gap-3 border-line border-t pt-5">
            <Button variant="dangerQuiet" onClick={onCancel}>
              Cancel Subscription
            </Button>
            {order.changeUntil ? (
              <p className="text-muted text-sm">Change until {formatMoment(order.changeUntil)}</p>
            ) : null}
          </div>
        )}
      </CardBody>
    </Card>
  )
}

function Fact({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <div className="wrap-anywhere">
      <dt className="mb-1 flex items-center gap-2 text-muted text-sm [&_svg]:size-4">
        {icon}
        {name}
      </dt>
      <dd className="font-semibold">{children}</dd>
    </div>
  )
}
