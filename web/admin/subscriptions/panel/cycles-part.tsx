import type { SubscriptionDetail } from '#contract/staff-subscriptions.ts'
import { Part } from '#web/admin/detail/part.tsx'
import { staffPaths } from '#web/admin/staff-paths.ts'
import { type Ask, askChargeMissed } from '#web/admin/subscriptions/deed-asks.ts'
import {
  codeWords,
  deliveryLook,
  outcomeWords,
  reasonWords,
} from '#web/admin/subscriptions/delivery-words.ts'
import { formatDay, formatMoment } from '#web/shared/instant.ts'
import { formatPrice } from '#web/shared/money.ts'
import { orderNumber } from '#web/shared/order-view.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

type Cycle = SubscriptionDetail['cycles'][number]

type CyclesPartProps = { detail: SubscriptionDetail; onAsk: (ask: Ask) => void }

/** What became of each delivery after the first, newest first. */
export function CyclesPart({ detail: { cycles }, onAsk }: CyclesPartProps) {
  return (
    <Part title="Deliveries and payments">
      {cycles.length === 0 ? (
        <p className="text-muted text-sm">No delivery after the first has come up yet.</p>
      ) : (
        <ol aria-label="Deliveries and payments" className="flex flex-col gap-3">
          {cycles.map((cycle) => (
            <CycleRow key={cycle.cycle} cycle={cycle} onAsk={onAsk} />
          ))}
        </ol>
      )}
    </Part>
  )
}

function CycleRow({ cycle, onAsk }: { cycle: Cycle; onAsk: (ask: Ask) => void }) {
  const { date, total, orderId, reason, attempts } = cycle
  const [label, tone] = deliveryLook(cycle)
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
            Order {orderNumber(orderId)}
          </SiteLink>
        ) : null}
        {total ? <span className="tabular-nums">{formatPrice(total)}</span> : null}
      </p>
      {reason ? <p className="text-muted">{reasonWords(reason)}</p> : null}
      {attempts.length > 0 ? <Attempts attempts={attempts} /> : null}
      {cycle.canCharge && !cycle.isUncharged ? (
        <p className="mt-2">
          <Button
            variant="secondary"
            size="small"
            aria-label={`Mark delivered and charge, ${formatDay(date)}`}
            onClick={() => onAsk(askChargeMissed(cycle))}
          >
            Mark delivered and charge
          </Button>
        </p>
      ) : null}
    </li>
  )
}

function Attempts({ attempts }: { attempts: Cycle['attempts'] }) {
  return (
    <ol aria-label="Tries" className="mt-2 flex flex-col gap-1 border-line border-l-2 pl-3">
      {attempts.map(({ number, startedAt, amount, outcome, code }) => (
        <li key={number}>
          <span className="font-medium">{outcomeWords(outcome)}</span>
          {outcome !== 'paid' && code ? ` (${codeWords(code)})` : ''}
          <span className="block text-muted">
            {formatPrice(amount)}, {formatMoment(startedAt)}
          </span>
        </li>
      ))}
    </ol>
  )
}
