import { Ban, Pause, Play } from 'lucide-react'
import { useState } from 'react'
import type { SubscriptionDetail } from '#contract/staff-subscriptions.ts'
import { Facts, Part } from '#web/admin/detail/part.tsx'
import { staffPaths } from '#web/admin/staff-paths.ts'
import { type Ask, askCancel, askPause, askResume } from '#web/admin/subscriptions/deed-asks.ts'
import { SubscriptionStatusBadge } from '#web/admin/subscriptions/subscription-statuses.tsx'
import { disputeWordsForStaff } from '#web/shared/dispute-words.ts'
import { frequencyLabel } from '#web/shared/frequency.ts'
import { formatDay } from '#web/shared/instant.ts'
import { formatPrice } from '#web/shared/money.ts'
import { orderNumber } from '#web/shared/order-view.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { PauseDialog } from './pause-dialog.tsx'

type PlanPartProps = { detail: SubscriptionDetail; onAsk: (ask: Ask) => void }

const linkClass = 'rounded text-action underline underline-offset-3'

/** What comes how often, to whom; and what is done with all of it at once. */
export function PlanPart({ detail, onAsk }: PlanPartProps) {
  const { subscription: plan, customerId, customerEmail } = detail
  return (
    <Part
      title="Plan"
      action={<SubscriptionStatusBadge status={plan.status} pausedUntil={plan.pausedUntil} />}
    >
      {plan.dispute ? (
        <Alert tone="warning" title="Payment disputed">
          <p>
            {disputeWordsForStaff(plan.dispute)}{' '}
            <SiteLink href={staffPaths.order(plan.dispute.orderId)} className={linkClass}>
              View order
            </SiteLink>
          </p>
        </Alert>
      ) : null}
      <Facts
        facts={[
          [
            'Items',
            plan.items.map(({ productId, quantity, name }) => (
              <span key={productId} className="block">
                {quantity} × {name}
              </span>
            )),
          ],
          ['Comes', frequencyLabel(plan.frequency)],
          ['Each delivery', formatPrice(plan.total)],
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
      <PlanDeeds plan={plan} onAsk={onAsk} />
    </Part>
  )
}

type PlanDeedsProps = { plan: SubscriptionDetail['subscription']; onAsk: (ask: Ask) => void }

function PlanDeeds({ plan, onAsk }: PlanDeedsProps) {
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
        <Button variant="secondary" size="small" onClick={() => onAsk(askResume())}>
          <Play aria-hidden className="size-4" />
          Resume
        </Button>
      ) : null}
      <Button variant="dangerQuiet" size="small" onClick={() => onAsk(askCancel(plan))}>
        <Ban aria-hidden className="size-4" />
        Cancel subscription
      </Button>
      {isPausing ? (
        <PauseDialog
          onChosen={(until) => {
            setIsPausing(false)
            onAsk(askPause(until))
          }}
          onClose={() => setIsPausing(false)}
        />
      ) : null}
    </div>
  )
}
