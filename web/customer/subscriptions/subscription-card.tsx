import { CalendarDays, CalendarX, MapPin, Repeat, Wallet } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { formatDate } from '#contract/dates/calendar.ts'
import { isStillToDeliver } from '#contract/dates/still-to-deliver.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import type { KnownCustomerOrder } from '#web/api/adapt/order.ts'
import { pageData } from '#web/api/page-data.ts'
import { formatDateTime, formatDay } from '#web/shared/instant.ts'
import { formatPrice } from '#web/shared/money.ts'
import { frequencyLabel } from '#web/shared/orders/frequency.ts'
import { orderView } from '#web/shared/orders/order-view.ts'
import { unavailableLabel } from '#web/shared/orders/unavailable-label.ts'
import { OrderStatusBadge } from '#web/shared/status-badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '#web/ui/card.tsx'
import type { OpenDialog } from './changes/change-dialog-switch.tsx'
import { DefaultCardNote } from './default-card-note.tsx'
import { DeliveryCalendar } from './delivery-calendar.tsx'
import { lastDelivery } from './last-delivery.ts'
import { NextDelivery } from './next-delivery.tsx'
import { PlanActions } from './plan-actions.tsx'
import { PriceChanges } from './price-changes.tsx'
import { endedAt, hasEnded } from './subscription-end.ts'
import { SubscriptionStatusBadge } from './subscription-status-badge.tsx'
import { UnpaidBanner } from './unpaid-banner.tsx'

type SubscriptionCardProps = {
  order: KnownCustomerOrder
  /** Undefined with a backend that implements only the specification. */
  subscription: Subscription | undefined
  onOpenDialog: (dialog: OpenDialog) => void
  onCancel: () => void
}

export function SubscriptionCard(props: SubscriptionCardProps) {
  const { order, subscription, onOpenDialog, onCancel } = props
  const id = useId()
  const isCancelled = hasEnded(order, subscription)
  const current = isCancelled ? undefined : subscription
  return (
    <Card aria-labelledby={id} className="@container flex flex-col">
      <CardHeader className="flex-row flex-wrap items-center justify-between gap-3">
        <CardTitle id={id} className="wrap-anywhere">
          Subscription #{orderView(order).number}
        </CardTitle>
        <span className="flex flex-wrap gap-2">
          {current ? <SubscriptionStatusBadge subscription={current} /> : null}
          {isCancelled || order.status !== 'cancelled' ? (
            <OrderStatusBadge status={isCancelled ? 'cancelled' : order.status} />
          ) : null}
        </span>
      </CardHeader>
      <CardBody className="flex flex-1 flex-col gap-6">
        {current?.unpaid ? <UnpaidBanner subscription={current} /> : null}
        {current ? <PriceChanges subscription={current} onOpenDialog={onOpenDialog} /> : null}
        <div
          className={
            current ? 'grid gap-x-8 gap-y-6 @4xl:grid-cols-2 @4xl:grid-rows-[auto_1fr]' : undefined
          }
        >
          <div className="@container flex min-w-0 flex-col gap-6">
            <Details
              order={order}
              subscription={current}
              end={
                isCancelled
                  ? {
                      at: endedAt(order, subscription),
                      lastDeliveryDate: lastDelivery(order, subscription, pageData().today),
                    }
                  : undefined
              }
            />
          </div>
          {current ? (
            <div className="@container flex min-w-0 flex-col gap-6 @4xl:col-start-2 @4xl:row-span-2 @4xl:row-start-1">
              <NextDelivery
                subscription={current}
                isFirstUpcoming={isCheckoutUpcoming(order)}
                onOpenDialog={onOpenDialog}
              />
              <DeliveryCalendar
                subscription={current}
                onRestore={(cycle) => onOpenDialog({ type: 'unskip', cycle })}
              />
            </div>
          ) : null}
          {current ? (
            <div className="flex min-w-0 flex-col gap-6">
              <PlanActions subscription={current} onOpenDialog={onOpenDialog} />
              <DefaultCardNote subscription={current} />
            </div>
          ) : null}
        </div>
        {isCancelled ? null : (
          <div className="mt-auto flex flex-wrap items-center gap-3 border-line border-t pt-5">
            <Button variant="dangerSubtle" onClick={onCancel}>
              Cancel Subscription
            </Button>
            {order.changeUntil && !current ? (
              <p className="text-muted text-sm">
                Make changes by {formatDateTime(order.changeUntil)}
              </p>
            ) : null}
          </div>
        )}
      </CardBody>
    </Card>
  )
}

const isCheckoutUpcoming = (order: KnownCustomerOrder) =>
  order.parentOrderId !== order.id && isStillToDeliver(order, pageData().today)

type DetailsProps = Pick<SubscriptionCardProps, 'order' | 'subscription'> & {
  /** Of a cancelled subscription, with the date of the delivery that it still gets. */
  end: { at: string | null; lastDeliveryDate: string | undefined } | undefined
}

/** The card of the specification, with the subscription's current values if it was changed. */
function Details({ order, subscription, end }: DetailsProps) {
  const firstOrder = orderView(order)
  const current = subscription && orderView({ ...order, ...toAddress(subscription) })
  const { address } = current ?? firstOrder
  const frequency = subscription ? frequencyLabel(subscription.frequency) : firstOrder.frequency
  return (
    <>
      <ul className="wrap-anywhere flex flex-col gap-1 text-sm">
        {(subscription?.items.map(itemLine) ?? firstOrder.lines.map(plainLine)).map((line) => (
          <li key={line.key}>
            {line.quantity} × {line.name}
            {line.note ? <span className="text-muted"> ({line.note})</span> : null}
          </li>
        ))}
      </ul>
      <dl className="grid gap-5 @sm:grid-cols-2">
        <DetailRow icon={<Repeat aria-hidden />} name="Frequency">
          {frequency ?? 'Monthly'}
        </DetailRow>
        {end ? (
          <>
            <DetailRow icon={<CalendarX aria-hidden />} name="Ended">
              {end.at ? formatDay(end.at) : 'No more deliveries'}
            </DetailRow>
            {end.lastDeliveryDate ? (
              <DetailRow icon={<CalendarDays aria-hidden />} name="Last delivery">
                {formatDate(end.lastDeliveryDate)}
              </DetailRow>
            ) : null}
          </>
        ) : (
          <DetailRow icon={<CalendarDays aria-hidden />} name="Next delivery date">
            {nextDate(order, subscription) ?? 'Not scheduled'}
          </DetailRow>
        )}
        <DetailRow icon={<Wallet aria-hidden />} name="Total">
          <span className="tabular-nums">
            {formatPrice(subscription?.total ?? order.total ?? '0')}
          </span>
        </DetailRow>
        <DetailRow icon={<MapPin aria-hidden />} name="Delivery address">
          {address.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </DetailRow>
      </dl>
    </>
  )
}

function nextDate(order: KnownCustomerOrder, subscription: Subscription | undefined) {
  if (!subscription || isCheckoutUpcoming(order)) return orderView(order).deliveryDate
  if (subscription.next) return formatDate(subscription.next.date)
  return subscription.status === 'paused' ? 'Paused' : undefined
}

const itemLine = ({
  productId,
  name,
  quantity,
  price,
  unavailable,
}: Subscription['items'][number]) => ({
  key: productId,
  name,
  quantity,
  note: unavailable ? unavailableLabel(unavailable) : `${formatPrice(price)} each`,
})

const plainLine = <L extends { key: string }>(line: L) => ({ ...line, note: '' })

const toAddress = (subscription: Subscription) => ({
  deliveryAddress: subscription.deliveryAddress,
  deliveryCity: subscription.deliveryCity,
  deliveryState: subscription.deliveryState,
  deliveryZip: subscription.deliveryZip,
})

function DetailRow({
  icon,
  name,
  children,
}: {
  icon: ReactNode
  name: string
  children: ReactNode
}) {
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
