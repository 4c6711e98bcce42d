import { formatOrderNumber } from '#contract/order-number.ts'
import type { SubscriptionDetail } from '#contract/subscriptions/staff-subscriptions.ts'
import { PanelSection } from '#web/admin/detail/panel-section.tsx'
import { useCan } from '#web/admin/layout/use-can.ts'
import { staffPaths } from '#web/admin/staff-paths.ts'
import {
  type ConfirmationCopy,
  chargeMissedConfirmation,
} from '#web/admin/subscriptions/change-confirmations.ts'
import {
  codeLabel,
  deliveryBadge,
  outcomeLabel,
  reasonLabel,
} from '#web/admin/subscriptions/delivery-labels.ts'
import { formatDateTime, formatDay } from '#web/shared/instant.ts'
import { formatPrice } from '#web/shared/money.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

type Cycle = SubscriptionDetail['cycles'][number]

type CyclesSectionProps = {
  detail: SubscriptionDetail
  onAction: (confirmation: ConfirmationCopy) => void
}

/** Recurring deliveries with their payment attempts, newest first. */
export function CyclesSection({ detail, onAction }: CyclesSectionProps) {
  const { cycles, subscription } = detail
  return (
    <PanelSection title="Deliveries and payments">
      {cycles.length === 0 ? (
        <p className="text-muted text-sm">No recurring deliveries yet.</p>
      ) : (
        <ol aria-label="Deliveries and payments" className="flex flex-col gap-3">
          {cycles.map((cycle) => (
            <CycleRow
              key={cycle.cycle}
              cycle={cycle}
              subscription={subscription}
              onAction={onAction}
            />
          ))}
        </ol>
      )}
    </PanelSection>
  )
}

function CycleRow({
  cycle,
  subscription,
  onAction,
}: {
  cycle: Cycle
  subscription: SubscriptionDetail['subscription']
  onAction: (confirmation: ConfirmationCopy) => void
}) {
  const { date, total, orderId, reason, attempts } = cycle
  const [label, tone] = deliveryBadge(cycle, subscription.paysBy)
  const mayCharge = useCan()('payments.charge')
  const chargeLabel = `Mark delivered and ${subscription.paysBy === 'invoice' ? 'invoice' : 'charge'}`
  return (
    <li className="rounded-control bg-surface-soft px-3.5 py-2.5 text-sm">
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="font-semibold">{formatDay(date)}</span>
        <Badge tone={tone}>{label}</Badge>
      </p>
      <p className="flex flex-wrap justify-between gap-x-3">
        {orderId ? (
          <SiteLink
            href={staffPaths.order(orderId)}
            className="rounded text-action tabular-nums underline underline-offset-3"
          >
            Order {formatOrderNumber(orderId)}
          </SiteLink>
        ) : null}
        {total ? <span className="tabular-nums">{formatPrice(total)}</span> : null}
      </p>
      {reason ? <p className="text-muted">{reasonLabel(reason, subscription.paysBy)}</p> : null}
      {attempts.length > 0 ? <Attempts attempts={attempts} /> : null}
      {cycle.canCharge && !cycle.isUncharged && mayCharge ? (
        <p className="mt-2">
          <Button
            variant="secondary"
            size="small"
            aria-label={`${chargeLabel}, ${formatDay(date)}`}
            onClick={() => onAction(chargeMissedConfirmation(cycle, subscription))}
          >
            {chargeLabel}
          </Button>
        </p>
      ) : null}
    </li>
  )
}

function Attempts({ attempts }: { attempts: Cycle['attempts'] }) {
  return (
    <ol
      aria-label="Payment attempts"
      className="mt-2 flex flex-col gap-1 border-line border-l-2 pl-3"
    >
      {attempts.map(({ number, startedAt, amount, outcome, code }) => (
        <li key={number}>
          <span className="font-medium">{outcomeLabel(outcome)}</span>
          {outcome !== 'paid' && code ? ` (${codeLabel(code)})` : ''}
          <span className="block text-muted">
            {formatPrice(amount)}, {formatDateTime(startedAt)}
          </span>
        </li>
      ))}
    </ol>
  )
}
