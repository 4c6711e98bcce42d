import type { Delivery, Subscription } from '#contract/subscriptions/subscriptions.ts'
import { PanelSection } from '#web/admin/detail/panel-section.tsx'
import { useCan } from '#web/admin/layout/use-can.ts'
import {
  type ConfirmationCopy,
  skipConfirmation,
  unskipConfirmation,
} from '#web/admin/subscriptions/change-confirmations.ts'
import { deliveryBadge, reasonLabel } from '#web/admin/subscriptions/delivery-labels.ts'
import { formatDateTime, formatDay } from '#web/shared/instant.ts'
import { formatPrice } from '#web/shared/money.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

type NextSectionProps = {
  subscription: Subscription
  onAction: (confirmation: ConfirmationCopy) => void
}

/** Upcoming deliveries. Each can be skipped or restored until its cut-off. */
export function NextSection({ subscription, onAction }: NextSectionProps) {
  const { calendar } = subscription
  return (
    <PanelSection title="Next deliveries">
      {calendar.length === 0 ? (
        <p className="text-muted text-sm">No upcoming deliveries.</p>
      ) : (
        <ul aria-label="Next deliveries" className="flex flex-col divide-y divide-line">
          {calendar.map((delivery) => (
            <NextDelivery key={delivery.cycle} delivery={delivery} onAction={onAction} />
          ))}
        </ul>
      )}
    </PanelSection>
  )
}

function NextDelivery({
  delivery,
  onAction,
}: {
  delivery: Delivery
  onAction: (confirmation: ConfirmationCopy) => void
}) {
  const { cycle, date, total, isMoved, isEditable, leftOut, changeUntil, status, reason } = delivery
  const [label, tone] = deliveryBadge({ status, reason, isOnHold: false })
  const isSkipped = status === 'skipped'
  const canChange = useCan()('subscriptions.write')
  const id = `next-${cycle}`
  const changeUntilText = isEditable
    ? `changes close ${formatDateTime(changeUntil)}`
    : 'changes closed'
  return (
    <li className="flex items-center justify-between gap-3 py-2.5 text-sm first:pt-0">
      <span className="min-w-0">
        <span id={id} className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          {formatDay(date)}
          <Badge tone={tone}>{label}</Badge>
          {isMoved ? <Badge>Rescheduled</Badge> : null}
          {leftOut.length > 0 && !isSkipped ? (
            <Badge tone="warning">Without {leftOut.map(({ name }) => name).join(', ')}</Badge>
          ) : null}
        </span>
        <span className="text-muted">
          {isSkipped ? reasonLabel(reason) : `${formatPrice(total)}, ${changeUntilText}`}
        </span>
      </span>
      {isEditable && canChange ? (
        <Button
          variant="secondary"
          size="small"
          aria-describedby={id}
          onClick={() =>
            onAction(isSkipped ? unskipConfirmation(delivery) : skipConfirmation(delivery))
          }
        >
          {isSkipped ? 'Restore' : 'Skip'}
        </Button>
      ) : null}
    </li>
  )
}
