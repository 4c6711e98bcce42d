import { CircleAlert } from 'lucide-react'
import type { SubscriptionDetail } from '#contract/subscriptions/staff-subscriptions.ts'
import { useCan } from '#web/admin/layout/use-can.ts'
import {
  type ConfirmationCopy,
  chargeConfirmation,
  releaseConfirmation,
  retryConfirmation,
} from '#web/admin/subscriptions/change-confirmations.ts'
import { codeLabel } from '#web/admin/subscriptions/delivery-labels.ts'
import { formatDateTime, formatDay } from '#web/shared/instant.ts'
import { formatPrice } from '#web/shared/money.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'

type Cycle = SubscriptionDetail['cycles'][number]
type Owner = SubscriptionDetail['subscription']
type AttentionSectionProps = {
  detail: SubscriptionDetail
  onAction: (confirmation: ConfirmationCopy) => void
}

/** Unpaid and uncharged deliveries with the actions that staff can take. */
export function AttentionSection({ detail, onAction }: AttentionSectionProps) {
  const open = detail.cycles.filter(
    (cycle) => cycle.isUncharged || cycle.isOnHold || isUnpaid(cycle),
  )
  if (open.length === 0) return null
  return (
    <ul aria-label="Needs attention" className="flex flex-col gap-3">
      {open.map((cycle) => (
        <li key={cycle.cycle}>
          <Alert
            tone="warning"
            icon={<CircleAlert aria-hidden className="size-5 shrink-0 self-start" />}
            title={alertTitle(cycle, detail.subscription)}
          >
            <p>{alertText(cycle, detail.subscription)}</p>
            <CycleActions cycle={cycle} subscription={detail.subscription} onAction={onAction} />
          </Alert>
        </li>
      ))}
    </ul>
  )
}

const isUnpaid = ({ status }: Cycle) => status === 'unpaid' || status === 'failed'

function alertTitle(cycle: Cycle, { paysBy }: Owner): string {
  const amount = `${formatDay(cycle.date)}: ${formatPrice(cycle.total ?? '0')}`
  if (cycle.isUncharged)
    return `${amount}, delivered, not ${paysBy === 'invoice' ? 'invoiced' : 'charged'}`
  return cycle.isOnHold ? `${amount} unpaid, on hold` : `${amount} unpaid, released`
}

function alertText(cycle: Cycle, { paysBy }: Owner): string {
  if (cycle.isUncharged)
    return `Delivered on a day no ${paysBy === 'invoice' ? 'invoices' : 'charges'} ran.`
  const declineReason = codeLabel(cycle.code)
  const reason = declineReason ? `: ${declineReason}` : ''
  if (cycle.failedAttempts === 0) return `No card was charged${reason}.`
  const count = cycle.failedAttempts === 1 ? '1 attempt' : `${cycle.failedAttempts} attempts`
  const attempts = `${count} so far${reason}.`
  if (cycle.status === 'failed') return `${attempts} We've stopped retrying the card.`
  return cycle.dueAt ? `${attempts} Next attempt ${formatDateTime(cycle.dueAt)}.` : attempts
}

function CycleActions({
  cycle,
  subscription,
  onAction,
}: {
  cycle: Cycle
  subscription: Owner
  onAction: (confirmation: ConfirmationCopy) => void
}) {
  const can = useCan()
  const actions: (readonly [string, ConfirmationCopy])[] = []
  if (can('payments.charge')) {
    const chargeLabel = subscription.paysBy === 'invoice' ? 'Invoice' : 'Charge'
    if (cycle.isUncharged) actions.push([chargeLabel, chargeConfirmation(cycle, subscription)])
    if (cycle.status === 'unpaid')
      actions.push(['Retry payment', retryConfirmation(cycle, subscription)])
  }
  if (cycle.isOnHold && isUnpaid(cycle) && can('subscriptions.write'))
    actions.push(['Release delivery', releaseConfirmation(cycle, subscription)])
  if (actions.length === 0) return null
  return (
    <p className="mt-3 flex flex-wrap gap-2">
      {actions.map(([name, confirmation]) => (
        <Button key={name} variant="secondary" size="small" onClick={() => onAction(confirmation)}>
          {name}
        </Button>
      ))}
    </p>
  )
}
