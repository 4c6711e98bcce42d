import { CalendarDays, CalendarX, MapPin, Repeat, Wallet } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { formatDate } from '#contract/calendar.ts'
import type { Subscription } from '#contract/subscriptions.ts'
import type { KnownCustomerOrder } from '#web/api/adapt/order.ts'
import { pageFacts } from '#web/api/page-facts.ts'
import { frequencyLabel } from '#web/shared/frequency.ts'
import { formatDay, formatMoment } from '#web/shared/instant.ts'
import { formatPrice } from '#web/shared/money.ts'
import { orderView } from '#web/shared/order-view.ts'
import { OrderStatusBadge } from '#web/shared/status-badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '#web/ui/card.tsx'
import type { Wish } from './deeds/open-deed.tsx'
import { DefaultCardNote } from './default-card-note.tsx'
import { DeliveryCalendar } from './delivery-calendar.tsx'
import { isFirstAhead } from './first-ahead.ts'
import { lastDelivery } from './last-delivery.ts'
import { NextDelivery } from './next-delivery.tsx'
import { PlanDeeds } from './plan-deeds.tsx'
import { SubscriptionStatusBadge } from './subscription-status-badge.tsx'
import { UnpaidBanner } from './unpaid-banner.tsx'

type SubscriptionCardProps = {
  order: KnownCustomerOrder
  /** What only this shop's own backend tells. */
  subscription: Subscription | undefined
  onWish: (wish: Wish) => void
  onCancel: () => void
}

export function SubscriptionCard(props: SubscriptionCardProps) {
  const { order, subscription, onWish, onCancel } = props
  const id = useId()
  const isCancelled = order.status === 'cancelled'
  const current = isCancelled ? undefined : subscription
  return (
    <Card aria-labelledby={id} className="@container flex flex-col">
      <CardHeader className="flex-row flex-wrap items-center justify-between gap-3">
        <CardTitle id={id} className="wrap-anywhere">
          Subscription #{orderView(order).number}
        </CardTitle>
        <span className="flex flex-wrap gap-2">
          {current ? <SubscriptionStatusBadge subscription={current} /> : null}
          <OrderStatusBadge status={order.status} />
        </span>
      </CardHeader>
      <CardBody className="flex flex-1 flex-col gap-6">
        {current?.unpaid ? <UnpaidBanner subscription={current} /> : null}
        <div
          className={
            current ? 'grid gap-x-8 gap-y-6 @4xl:grid-cols-2 @4xl:grid-rows-[auto_1fr]' : undefined
          }
        >
          <div className="@container flex min-w-0 flex-col gap-6">
            <Facts
              order={order}
              subscription={current}
              stillComes={
                isCancelled ? lastDelivery(order, subscription, pageFacts().today) : undefined
              }
            />
          </div>
          {current ? (
            <div className="@container flex min-w-0 flex-col gap-6 @4xl:col-start-2 @4xl:row-span-2 @4xl:row-start-1">
              <NextDelivery
                subscription={current}
                isFirstAhead={isFirstAhead(order, pageFacts().today)}
                onWish={onWish}
              />
              <DeliveryCalendar
                subscription={current}
                onUndoSkip={(cycle) => onWish({ on: 'unskip', cycle })}
              />
            </div>
          ) : null}
          {current ? (
            <div className="flex min-w-0 flex-col gap-6">
              <PlanDeeds subscription={current} onWish={onWish} />
              <DefaultCardNote subscription={current} />
            </div>
          ) : null}
        </div>
        {isCancelled ? null : (
          <div className="mt-auto flex flex-wrap items-center gap-3 border-line border-t pt-5">
            <Button variant="dangerQuiet" onClick={onCancel}>
              Cancel Subscription
            </Button>
            {order.changeUntil && !current ? (
              <p className="text-muted text-sm">Change until {formatMoment(order.changeUntil)}</p>
            ) : null}
          </div>
        )}
      </CardBody>
    </Card>
  )
}

type FactsProps = Pick<SubscriptionCardProps, 'order' | 'subscription'> & {
  /** A delivery that was too late to call off when the subscription was cancelled. */
  stillComes: string | undefined
}

/** The spec's card; where the subscription has moved on from its first order, it says what is now. */
function Facts({ order, subscription, stillComes }: FactsProps) {
  const first = orderView(order)
  const now = subscription && orderView({ ...order, ...addressOf(subscription) })
  const { address } = now ?? first
  const frequency = subscription ? frequencyLabel(subscription.frequency) : first.frequency
  return (
    <>
      <ul className="wrap-anywhere flex flex-col gap-1 text-sm">
        {(subscription?.items.map(itemLine) ?? first.lines).map((line) => (
          <li key={line.key}>
            {line.quantity} × {line.name}
          </li>
        ))}
      </ul>
      <dl className="grid gap-5 @sm:grid-cols-2">
        <Fact icon={<Repeat aria-hidden />} name="Frequency">
          {frequency ?? 'Monthly'}
        </Fact>
        {order.status === 'cancelled' ? (
          <>
            <Fact icon={<CalendarX aria-hidden />} name="Ended">
              {order.cancelledAt ? formatDay(order.cancelledAt) : 'No more deliveries'}
            </Fact>
            {stillComes ? (
              <Fact icon={<CalendarDays aria-hidden />} name="Last delivery">
                {formatDate(stillComes)}
              </Fact>
            ) : null}
          </>
        ) : (
          <Fact icon={<CalendarDays aria-hidden />} name="Next delivery date">
            {nextDate(order, subscription) ?? 'Not scheduled'}
          </Fact>
        )}
        <Fact icon={<Wallet aria-hidden />} name="Total">
          <span className="tabular-nums">
            {formatPrice(subscription?.total ?? order.total ?? '0')}
          </span>
        </Fact>
        <Fact icon={<MapPin aria-hidden />} name="Delivery address">
          {address.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </Fact>
      </dl>
    </>
  )
}

function nextDate(order: KnownCustomerOrder, subscription: Subscription | undefined) {
  if (!subscription || isFirstAhead(order, pageFacts().today)) return orderView(order).deliveryDate
  if (subscription.next) return formatDate(subscription.next.date)
  return subscription.status === 'paused' ? 'Paused' : undefined
}

const itemLine = ({ productId, name, quantity }: Subscription['items'][number]) => ({
  key: productId,
  name,
  quantity,
})

const addressOf = (subscription: Subscription) => ({
  deliveryAddress: subscription.deliveryAddress,
  deliveryCity: subscription.deliveryCity,
  deliveryState: subscription.deliveryState,
  deliveryZip: subscription.deliveryZip,
})

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
