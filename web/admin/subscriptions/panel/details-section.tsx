import { Ban, Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { formatOrderNumber } from '#contract/order-number.ts'
import type { SubscriptionDetail } from '#contract/subscriptions/staff-subscriptions.ts'
import { DetailList, PanelSection } from '#web/admin/detail/panel-section.tsx'
import { useCan } from '#web/admin/layout/use-can.ts'
import { staffPaths } from '#web/admin/staff-paths.ts'
import {
  type ConfirmationCopy,
  cancelConfirmation,
  pauseConfirmation,
  resumeConfirmation,
} from '#web/admin/subscriptions/change-confirmations.ts'
import { SubscriptionStatusBadge } from '#web/admin/subscriptions/subscription-statuses.tsx'
import { formatDay } from '#web/shared/instant.ts'
import { formatPrice } from '#web/shared/money.ts'
import { staffDisputeMessage } from '#web/shared/orders/dispute-message.ts'
import { frequencyLabel } from '#web/shared/orders/frequency.ts'
import { unavailableLabel } from '#web/shared/orders/unavailable-label.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { PauseDialog } from './pause-dialog.tsx'

type DetailsSectionProps = {
  detail: SubscriptionDetail
  onAction: (confirmation: ConfirmationCopy) => void
}

const linkClass = 'rounded text-action underline underline-offset-3'

/** Items, frequency and customer, with actions on the subscription. */
export function DetailsSection({ detail, onAction }: DetailsSectionProps) {
  const { subscription, customerId, customerEmail } = detail
  return (
    <PanelSection
      title="Subscription details"
      action={
        <SubscriptionStatusBadge
          status={subscription.status}
          pausedUntil={subscription.pausedUntil}
        />
      }
    >
      {subscription.dispute ? (
        <Alert tone="warning" title="Payment disputed">
          <p>
            {staffDisputeMessage(subscription.dispute)}{' '}
            <SiteLink href={staffPaths.order(subscription.dispute.orderId)} className={linkClass}>
              View order
            </SiteLink>
          </p>
        </Alert>
      ) : null}
      <DetailList
        fields={[
          [
            'Items',
            subscription.items.map(({ productId, quantity, name, price, unavailable }) => (
              <span key={productId} className="block">
                {quantity} × {name} at {formatPrice(price)}
                {unavailable ? ` (${unavailableLabel(unavailable)})` : ''}
              </span>
            )),
          ],
          ['Frequency', frequencyLabel(subscription.frequency)],
          ['Price per delivery', formatPrice(subscription.total)],
          ['Next delivery', subscription.next ? formatDay(subscription.next.date) : 'None'],
          ['Name', subscription.customerName],
          [
            'Email',
            customerEmail && customerId ? (
              <SiteLink key="customer" href={staffPaths.customer(customerId)} className={linkClass}>
                {customerEmail}
              </SiteLink>
            ) : (
              customerEmail
            ),
          ],
          ['Phone', subscription.customerPhone],
          [
            'Address',
            [
              subscription.deliveryAddress,
              `${subscription.deliveryCity}, ${subscription.deliveryState} ${subscription.deliveryZip}`,
            ].map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            )),
          ],
          [
            'First order',
            <SiteLink key="first" href={staffPaths.order(subscription.id)} className={linkClass}>
              {formatOrderNumber(subscription.id)}
            </SiteLink>,
          ],
        ]}
      />
      <SubscriptionActions detail={detail} onAction={onAction} />
    </PanelSection>
  )
}

function SubscriptionActions({ detail, onAction }: DetailsSectionProps) {
  const { subscription } = detail
  const [isPausing, setIsPausing] = useState(false)
  const can = useCan()
  if (subscription.status === 'cancelled' || !can('subscriptions.write')) return null
  return (
    <div className="flex flex-wrap gap-2">
      {subscription.status === 'active' ? (
        <Button variant="secondary" size="small" onClick={() => setIsPausing(true)}>
          <Pause aria-hidden className="size-4" />
          Pause
        </Button>
      ) : null}
      {subscription.status === 'paused' ? (
        <Button
          variant="secondary"
          size="small"
          onClick={() => onAction(resumeConfirmation(subscription))}
        >
          <Play aria-hidden className="size-4" />
          Resume
        </Button>
      ) : null}
      <Button
        variant="dangerSubtle"
        size="small"
        onClick={() => onAction(cancelConfirmation(subscription))}
      >
        <Ban aria-hidden className="size-4" />
        Cancel subscription
      </Button>
      {isPausing ? (
        <PauseDialog
          onSelect={(until) => {
            setIsPausing(false)
            onAction(pauseConfirmation(until))
          }}
          onClose={() => setIsPausing(false)}
        />
      ) : null}
    </div>
  )
}
