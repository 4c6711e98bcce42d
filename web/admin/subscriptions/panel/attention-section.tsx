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
    <ul aria-label="Needs a hand" className="flex flex-col gap-3">
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
  if (cycle.isUncharged) return `${of} brought, not charged`
  return cycle.isOnHold ? `${of} unpaid, delivery held` : `${of} unpaid, delivery released`
}

function alertText(cycle: Cycle): string {
  if (cycle.isUncharged) return 'It was delivered while the shop was charging nobody.'
  const said = codeLabel(cycle.code)
  if (cycle.tries === 0) return `No card was charged${said ? `: ${said}` : ''}.`
  const tries = `${cycle.tries === 1 ? 'One try' : `${cycle.tries} tries`} so far${said ? `: ${said}` : ''}.`
  if (cycle.status === 'failed') return `${tries} The card is not asked any more by itself.`
  return cycle.dueAt ? `${tries} Next on ${formatDateTime(cycle.dueAt)}.` : tries
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
  if (cycle.status === 'unpaid') actions.push(['Retry now', retryConfirmation(cycle)])
  if (cycle.isOnHold && isUnpaid(cycle)) actions.push(['Release', releaseConfirmation(cycle)])
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
