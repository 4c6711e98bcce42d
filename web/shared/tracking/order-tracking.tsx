import { formatDate } from '#contract/dates/calendar.ts'
import { windowText } from '#contract/zones/window-text.ts'
import type { KnownOrder } from '#web/api/adapt/order.ts'
import type { Connection } from '#web/api/order-events.ts'
import { pageData } from '#web/api/page-data.ts'
import { paths } from '#web/paths.ts'
import { canBePaid, orderOutcome } from '#web/shared/orders/order-outcome.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { NearEmailChoice } from './near-email-choice.tsx'
import { TrackingLine } from './tracking-line.tsx'
import { trackingProgress, trackingSteps } from './tracking-progress.ts'
import { TrackingSteps } from './tracking-steps.tsx'

type OrderTrackingProps = { order: KnownOrder; connection: Connection }

/** Live tracking of an order, on the home page and in the customer portal. */
export function OrderTracking({ order, connection }: OrderTrackingProps) {
  const progress = trackingProgress(order)
  const outcome = orderOutcome(order)
  const isOver = progress.problem === 'cancelled' || progress.reached === 3
  return (
    <div className="flex flex-col gap-6">
      <div className="flex items-start justify-between gap-4">
        <div>
          <p className="text-muted text-sm">Delivery Date</p>
          <p className="font-bold text-lg">
            {order.deliveryDate ? formatDate(order.deliveryDate) : 'Not set'}
          </p>
          {order.deliveryWindow ? <p>{windowText(order.deliveryWindow)}</p> : null}
        </div>
        {isOver ? null : <ConnectionBadge connection={connection} />}
      </div>
      <OnRoute order={order} />
      {progress.problem ? (
        <Alert
          tone={progress.problem === 'cancelled' ? 'danger' : 'warning'}
          title={problemTexts[progress.problem][0]}
        >
          {problemTexts[progress.problem][1]}
          {order.tracking?.state === 'failed' ? " We'll email you about what happens next." : ''}{' '}
          Questions? Call <span className="whitespace-nowrap">{pageData().shop.phone}</span>.
        </Alert>
      ) : null}
      {canBePaid(outcome) ? <NotPaid orderId={order.id} /> : null}
      {outcome === 'scheduled' && order.deliveryDate ? (
        <Alert title={`Payment on ${formatDate(order.deliveryDate)}`}>
          We'll charge your saved card that morning. You don't need to do anything.
        </Alert>
      ) : null}
      {progress.problem === 'cancelled' ? null : <TrackingSteps progress={progress} />}
      <p aria-live="polite" className="sr-only">
        {progress.problem ? problemTexts[progress.problem][0] : trackingSteps[progress.reached]}
      </p>
    </div>
  )
}

const problemTexts = {
  cancelled: ['Order cancelled', 'This order was cancelled.'],
  failed: ['Delivery failed', "We couldn't deliver your order."],
} as const

/** Rule 63: the truck's progress before the delivery. */
function OnRoute({ order: { id, tracking } }: Pick<OrderTrackingProps, 'order'>) {
  if (!tracking || tracking.state === 'failed') return null
  const isToCome = ['window', 'underway', 'later', 'today'].includes(tracking.state)
  return (
    <>
      <TrackingLine tracking={tracking} />
      {isToCome ? <NearEmailChoice orderId={id} isWanted={tracking.emailsWhenNear} /> : null}
    </>
  )
}

function ConnectionBadge({ connection }: { connection: Connection }) {
  if (connection === 'live') {
    return (
      <Badge tone="success">
        <span aria-hidden className="size-2 animate-pulse rounded-full bg-success" />
        Live
      </Badge>
    )
  }
  return <Badge>{connection === 'connecting' ? 'Connecting…' : 'Reconnecting…'}</Badge>
}

function NotPaid({ orderId }: { orderId: string }) {
  return (
    <Alert
      tone="warning"
      title="We haven't received your payment yet"
      action={
        <SiteLink href={paths.pay(orderId)} className={buttonClass('primary', 'small')}>
          Pay now
        </SiteLink>
      }
    />
  )
}
