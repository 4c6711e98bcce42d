import { Ban, Pause, Play } from 'lucide-react'
import { useState } from 'react'
import type { SubscriptionDetail } from '#contract/subscriptions/staff-subscriptions.ts'
import { DetailList, PanelSection } from '#web/admin/detail/panel-section.tsx'
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
import { orderNumber } from '#web/shared/orders/order-view.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { PauseDialog } from './pause-dialog.tsx'

type PlanSectionProps = {
  detail: SubscriptionDetail
  onAction: (confirmation: ConfirmationCopy) => void
}

const linkClass = 'rounded text-action underline underline-offset-3'

/** What comes how often, to whom; and what is done with all of it at once. */
export function PlanSection({ detail, onAction }: PlanSectionProps) {
  const { subscription: plan, customerId, customerEmail } = detail
  return (
    <PanelSection
      title="Subscription details"
      action={<SubscriptionStatusBadge status={plan.status} pausedUntil={plan.pausedUntil} />}
    >
      {plan.dispute ? (
        <Alert tone="warning" title="Payment disputed">
          <p>
            {staffDisputeMessage(plan.dispute)}{' '}
            <SiteLink href={staffPaths.order(plan.dispute.orderId)} className={linkClass}>
              View order
            </SiteLink>
          </p>
        </Alert>
      ) : null}
      <DetailList
        fields={[
          [
            'Items',
            plan.items.map(({ productId, quantity, name }) => (
              <span key={productId} className="block">
                {quantity} × {name}
              </span>
            )),
          ],
          ['Frequency', frequencyLabel(plan.frequency)],
          ['Price per delivery', formatPrice(plan.total)],
          ['Next delivery', plan.next ? formatDay(plan.next.date) : 'None'],
          ['Name', plan.customerName],
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
          ['Phone', plan.customerPhone],
          [
            'Address',
            [
              plan.deliveryAddress,
              `${plan.deliveryCity}, ${plan.deliveryState} ${plan.deliveryZip}`,
            ].map((line) => (
              <span key={line} className="block">
                {line}
              </span>
            )),
          ],
          [
            'First order',
            <SiteLink key="first" href={staffPaths.order(plan.id)} className={linkClass}>
              {orderNumber(plan.id)}
            </SiteLink>,
          ],
        ]}
      />
      <PlanActions plan={plan} onAction={onAction} />
    </PanelSection>
  )
}

type PlanActionsProps = {
  plan: SubscriptionDetail['subscription']
  onAction: (confirmation: ConfirmationCopy) => void
}

function PlanActions({ plan, onAction }: PlanActionsProps) {
  const [isPausing, setIsPausing] = useState(false)
  if (plan.status === 'cancelled') return null
  return (
    <div className="flex flex-wrap gap-2">
      {plan.status === 'active' ? (
        <Button variant="secondary" size="small" onClick={() => setIsPausing(true)}>
          <Pause aria-hidden className="size-4" />
          Pause
        </Button>
      ) : null}
      {plan.status === 'paused' ? (
        <Button variant="secondary" size="small" onClick={() => onAction(resumeConfirmation())}>
          <Play aria-hidden className="size-4" />
          Resume
        </Button>
      ) : null}
      <Button
        variant="dangerSubtle"
        size="small"
        onClick={() => onAction(cancelConfirmation(plan))}
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
