import { CalendarDays, CircleCheck, CircleX, Mail, MapPin, Repeat } from 'lucide-react'
import type { ReactNode } from 'react'
import type { KnownOrder } from '#web/api/adapt/order.ts'
import { type HomeState, paths } from '#web/paths.ts'
import { canBePaid, type OrderOutcome } from '#web/shared/orders/order-outcome.ts'
import { OrderLines, PriceSummary } from '#web/shared/orders/order-summary.tsx'
import { type OrderView, orderView } from '#web/shared/orders/order-view.ts'
import { useAppNavigate } from '#web/shared/use-app-navigate.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { outcomeMessages } from './outcome-messages.ts'
import { PaymentBanner } from './payment-banner.tsx'

type ConfirmedOrderProps = { order: KnownOrder; outcome: OrderOutcome }

export function ConfirmedOrder({ order, outcome }: ConfirmedOrderProps) {
  const view = orderView(order)
  const message = outcomeMessages[outcome]
  return (
    <div className="flex flex-col gap-6">
      <PaymentBanner orderId={order.id} outcome={outcome} />
      <div className="flex flex-col items-center gap-3 text-center">
        <OutcomeIcon outcome={outcome} />
        <h1 className="text-3xl sm:text-4xl">{message.heading}</h1>
        <p className="max-w-lg text-balance text-lg text-muted">{message.text}</p>
        <p className="flex items-center gap-2 text-muted text-sm">
          Order number
          <Badge tone="info" className="px-3 py-1 tabular-nums">
            {view.number}
          </Badge>
        </p>
      </div>
      <DeliveryCard view={view} />
      <Card aria-labelledby="order-items">
        <CardHeader>
          <CardTitle id="order-items">Order Summary</CardTitle>
        </CardHeader>
        <CardBody className="flex flex-col gap-5">
          <OrderLines lines={view.lines} />
          <hr className="border-line" />
          <PriceSummary
            price={view.price}
            discountLabel="Discount"
            totalLabel={message.totalLabel}
          />
        </CardBody>
      </Card>
      {view.email && outcome !== 'cancelled' && outcome !== 'scheduled' ? (
        <EmailNote email={view.email} outcome={outcome} />
      ) : null}
      <NextSteps orderId={order.id} />
    </div>
  )
}

function OutcomeIcon({ outcome }: { outcome: OrderOutcome }) {
  const hasEnded = outcome === 'failed' || outcome === 'cancelled' || outcome === 'refunded'
  const Icon = hasEnded ? CircleX : CircleCheck
  return (
    <span
      aria-hidden
      className={`grid size-16 place-items-center rounded-full ${
        hasEnded ? 'bg-danger-soft text-danger' : 'bg-success-soft text-success'
      }`}
    >
      <Icon className="size-9" />
    </span>
  )
}

function DeliveryCard({ view }: { view: OrderView }) {
  return (
    <Card aria-labelledby="order-delivery">
      <CardHeader>
        <CardTitle id="order-delivery">Delivery</CardTitle>
      </CardHeader>
      <CardBody>
        <dl className="grid gap-5 sm:grid-cols-2">
          <Detail icon={<MapPin aria-hidden />} name="Delivery Address">
            {view.name ? <p>{view.name}</p> : null}
            {view.address.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </Detail>
          <Detail icon={<CalendarDays aria-hidden />} name="Delivery Date">
            <p>{view.deliveryDate ?? 'Not set'}</p>
            {view.isRecurring ? <RecurringBadge frequency={view.frequency} /> : null}
            {view.subscriptionNumber ? (
              <Badge tone="aqua" className="mt-2">
                <Repeat aria-hidden className="size-3.5" />
                Subscription #{view.subscriptionNumber}
              </Badge>
            ) : null}
          </Detail>
        </dl>
      </CardBody>
    </Card>
  )
}

function RecurringBadge({ frequency }: { frequency: string | undefined }) {
  return (
    <Badge tone="aqua" className="mt-2">
      <Repeat aria-hidden className="size-3.5" />
      <span>Recurring</span>
      {frequency ? <span>· {frequency}</span> : null}
    </Badge>
  )
}

type DetailProps = { icon: ReactNode; name: string; children: ReactNode }

function Detail({ icon, name, children }: DetailProps) {
  return (
    <div className="wrap-anywhere">
      <dt className="mb-1 flex items-center gap-2 font-semibold text-muted text-sm [&_svg]:size-4">
        {icon}
        {name}
      </dt>
      <dd className="font-medium">{children}</dd>
    </div>
  )
}

/** The confirmation email is sent after payment; until then the text announces it. */
function EmailNote({ email, outcome }: { email: string; outcome: OrderOutcome }) {
  const isPending = outcome === 'processing' || canBePaid(outcome)
  return (
    <p className="flex items-start justify-center gap-2.5 text-muted">
      <Mail aria-hidden className="mt-1 size-4 shrink-0" />
      <span className="wrap-anywhere">
        {isPending
          ? "Once your payment goes through, we'll send a confirmation email to "
          : 'A confirmation email was sent to '}
        <strong className="text-ink">{email}</strong>
      </span>
    </p>
  )
}

function NextSteps({ orderId }: { orderId: string }) {
  const go = useAppNavigate()
  const tracked: HomeState = { trackedOrderId: orderId }
  return (
    <div className="flex flex-col justify-center gap-3 sm:flex-row">
      <Button size="large" onClick={() => go(paths.home())}>
        Continue Shopping
      </Button>
      <Button size="large" variant="secondary" onClick={() => go(paths.home(), { state: tracked })}>
        Track Order
      </Button>
    </div>
  )
}
