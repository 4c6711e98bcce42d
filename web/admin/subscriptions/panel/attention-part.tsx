import { CircleAlert } from 'lucide-react'
import type { SubscriptionDetail } from '#contract/staff-subscriptions.ts'
import { type Ask, askCharge, askRelease, askRetry } from '#web/admin/subscriptions/deed-asks.ts'
import { codeWords } from '#web/admin/subscriptions/delivery-words.ts'
import { formatDay, formatMoment } from '#web/shared/instant.ts'
import { formatPrice } from '#web/shared/money.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'

type Cycle = SubscriptionDetail['cycles'][number]
type AttentionPartProps = { detail: SubscriptionDetail; onAsk: (ask: Ask) => void }

/** What does not sort itself out: money that is missing, and what can be done about it. */
export function AttentionPart({ detail, onAsk }: AttentionPartProps) {
  const waiting = detail.cycles.filter(
    (cycle) => cycle.isUncharged || cycle.isHeld || isOwed(cycle),
  )
  if (waiting.length === 0) return null
  return (
    <ul aria-label="Needs a hand" className="flex flex-col gap-3">
      {waiting.map((cycle) => (
        <li key={cycle.cycle}>
          <Alert
            tone="warning"
            icon={<CircleAlert aria-hidden className="size-5 shrink-0" />}
            title={titleOf(cycle)}
          >
            <p>{textOf(cycle)}</p>
            <Deeds cycle={cycle} onAsk={onAsk} />
          </Alert>
        </li>
      ))}
    </ul>
  )
}

const isOwed = ({ status }: Cycle) => status === 'unpaid' || status === 'failed'

function titleOf(cycle: Cycle): string {
  const of = `${formatDay(cycle.date)}: ${formatPrice(cycle.total ?? '0')}`
  if (cycle.isUncharged) return `${of} brought, not charged`
  return cycle.isHeld ? `${of} unpaid, delivery held` : `${of} unpaid, delivery released`
}

function textOf(cycle: Cycle): string {
  if (cycle.isUncharged) return 'It was delivered while the shop was charging nobody.'
  const said = codeWords(cycle.code)
  if (cycle.tries === 0) return `No card was charged${said ? `: ${said}` : ''}.`
  const tries = `${cycle.tries === 1 ? 'One try' : `${cycle.tries} tries`} so far${said ? `: ${said}` : ''}.`
  if (cycle.status === 'failed') return `${tries} The card is not asked any more by itself.`
  return cycle.dueAt ? `${tries} Next on ${formatMoment(cycle.dueAt)}.` : tries
}

function Deeds({ cycle, onAsk }: { cycle: Cycle; onAsk: (ask: Ask) => void }) {
  const deeds: (readonly [string, Ask])[] = []
  if (cycle.isUncharged) deeds.push(['Charge', askCharge(cycle)])
  if (cycle.status === 'unpaid') deeds.push(['Retry now', askRetry(cycle)])
  if (cycle.isHeld && isOwed(cycle)) deeds.push(['Release', askRelease(cycle)])
  if (deeds.length === 0) return null
  return (
    <p className="mt-3 flex flex-wrap gap-2">
      {deeds.map(([name, ask]) => (
        <Button key={name} variant="secondary" size="small" onClick={() => onAsk(ask)}>
          {name}
        </Button>
      ))}
    </p>
  )
}
