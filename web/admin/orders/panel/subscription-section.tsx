import { formatOrderNumber } from '#contract/order-number.ts'
import { PanelSection } from '#web/admin/detail/panel-section.tsx'
import { staffPaths } from '#web/admin/staff-paths.ts'
import { deliveryBadge, reasonLabel } from '#web/admin/subscriptions/delivery-labels.ts'
import { SubscriptionStatusBadge } from '#web/admin/subscriptions/subscription-statuses.tsx'
import type { KnownOrderDetail } from '#web/api/adapt/detail.ts'
import { formatDateTime } from '#web/shared/instant.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { Badge } from '#web/ui/badge.tsx'

type SubscriptionSectionProps = {
  subscription: KnownOrderDetail['subscription']
  paysBy: 'card' | 'invoice'
}

/** Links an order to its subscription and shows the status of this delivery. */
export function SubscriptionSection({ subscription, paysBy }: SubscriptionSectionProps) {
  if (!subscription) return null
  const { id, status, delivery } = subscription
  return (
    <PanelSection title="Subscription" action={<SubscriptionStatusBadge status={status} />}>
      <p className="flex flex-wrap items-center justify-between gap-2 text-sm">
        <SiteLink
          href={staffPaths.subscription(id)}
          className="rounded font-medium text-action underline underline-offset-3"
        >
          Subscription #{formatOrderNumber(id)}
        </SiteLink>
        {delivery ? (
          <DeliveryBadge delivery={delivery} paysBy={paysBy} />
        ) : (
          <span>First order</span>
        )}
      </p>
      {delivery?.reason ? (
        <p className="text-muted text-sm">{reasonLabel(delivery.reason, paysBy)}</p>
      ) : null}
      {delivery?.nextAttemptAt ? (
        <p className="text-muted text-sm">
          Next payment attempt: {formatDateTime(delivery.nextAttemptAt)}.
        </p>
      ) : null}
    </PanelSection>
  )
}

type Delivery = NonNullable<NonNullable<KnownOrderDetail['subscription']>['delivery']>

type DeliveryBadgeProps = { delivery: Delivery; paysBy: 'card' | 'invoice' }

function DeliveryBadge({ delivery, paysBy }: DeliveryBadgeProps) {
  const [label, tone] = deliveryBadge(delivery, paysBy)
  return <Badge tone={tone}>{label}</Badge>
}
