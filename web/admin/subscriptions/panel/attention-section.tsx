import { CircleAlert } from 'lucide-react'
import type { SubscriptionDetail } from '#contract/subscriptions/staff-subscriptions.ts'
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
type AttentionSectionProps = {
  detail: SubscriptionDetail
  onAction: (confirmation: ConfirmationCopy) => void
}

/** What does not sort itself out: money that is missing, and what can be done about it. */
export function AttentionSection({ detail, onAction }: AttentionSectionProps) {
  const waiting = detail.cycles.filter(
    (cycle) => cycle.isUncharged || cycle.isOnHold || isUnpaid(cycle),
  )
  if (waiting.length === 0) return null
  return (
    <ul aria-label="Needs attention" className="flex flex-col gap-3">
      {waiting.map((cycle) => (
        <li key={cycle.cycle}>
          <Alert
            tone="warning"
            icon={<CircleAlert aria-hidden className="size-5 shrink-0" />}
            title={alertTitle(cycle)}
          >
            <p>{alertText(cycle)}</p>
            <CycleActions cycle={cycle} onAction={onAction} />
          </Alert>
        </li>
      ))}
    </ul>
  )
}

const isUnpaid = ({ status }: Cycle) => status === 'unpaid' || status === 'failed'

function alertTitle(cycle: Cycle): string {
  const of = `${formatDay(cycle.date)}: ${formatPrice(cycle.total ?? '0')}`
  if (cycle.isUncharged) return `${of}, delivered, not charged`
  return cycle.isOnHold ? `${of} unpaid, on hold` : `${of} unpaid, released`
}

function alertText(cycle: Cycle): string {
  if (cycle.isUncharged) return 'Delivered on a day no charges ran.'
  const said = codeLabel(cycle.code)
  if (cycle.tries === 0) return `No card was charged${said ? `: ${said}` : ''}.`
  const tries = `${cycle.tries === 1 ? '1 attempt' : `${cycle.tries} attempts`} so far${said ? `: ${said}` : ''}.`
  if (cycle.status === 'failed') return `${tries} We've stopped retrying the card.`
  return cycle.dueAt ? `${tries} Next attempt ${formatDateTime(cycle.dueAt)}.` : tries
}

function CycleActions({
  cycle,
  onAction,
}: {
  cycle: Cycle
  onAction: (confirmation: ConfirmationCopy) => void
}) {
  const actions: (readonly [string, ConfirmationCopy])[] = []
  if (cycle.isUncharged) actions.push(['Charge', chargeConfirmation(cycle)])
  if (cycle.status === 'unpaid') actions.push(['Retry payment', retryConfirmation(cycle)])
  if (cycle.isOnHold && isUnpaid(cycle))
    actions.push(['Release delivery', releaseConfirmation(cycle)])
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
