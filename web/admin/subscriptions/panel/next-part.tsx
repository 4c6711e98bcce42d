import type { Delivery, Subscription } from '#contract/subscriptions.ts'
import { Part } from '#web/admin/detail/part.tsx'
import { type Ask, askSkip, askUnskip } from '#web/admin/subscriptions/deed-asks.ts'
import { deliveryLook, reasonWords } from '#web/admin/subscriptions/delivery-words.ts'
import { formatDay, formatMoment } from '#web/shared/instant.ts'
import { formatPrice } from '#web/shared/money.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

type NextPartProps = { subscription: Subscription; onAsk: (ask: Ask) => void }

/** The dates to come, each until its cut-off to be skipped or brought after all. */
export function NextPart({ subscription, onAsk }: NextPartProps) {
  const { calendar } = subscription
  return (
    <Part title="Next deliveries">
      {calendar.length === 0 ? (
        <p className="text-muted text-sm">Nothing comes as things stand.</p>
      ) : (
        <ul aria-label="Next deliveries" className="flex flex-col divide-y divide-line">
          {calendar.map((delivery) => (
            <NextDelivery key={delivery.cycle} delivery={delivery} onAsk={onAsk} />
          ))}
        </ul>
      )}
    </Part>
  )
}

function NextDelivery({ delivery, onAsk }: { delivery: Delivery; onAsk: (ask: Ask) => void }) {
  const { cycle, date, total, isMoved, isChangeable, changeUntil, status, reason } = delivery
  const [label, tone] = deliveryLook({ status, reason, isHeld: false })
  const isSkipped = status === 'skipped'
  const id = `next-${cycle}`
  return (
    <li className="flex items-center justify-between gap-3 py-2.5 text-sm first:pt-0">
      <span className="min-w-0">
        <span id={id} className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          {formatDay(date)}
          <Badge tone={tone}>{label}</Badge>
          {isMoved ? <Badge>Moved</Badge> : null}
        </span>
        <span className="text-muted">
          {isSkipped ? reasonWords(reason) : `${formatPrice(total)}, ${untilWords(delivery)}`}
        </span>
      </span>
      {isChangeable ? (
        <Button
          variant="secondary"
          size="small"
          aria-describedby={id}
          onClick={() => onAsk(isSkipped ? askUnskip(delivery) : askSkip(delivery))}
        >
          {isSkipped ? 'Unskip' : 'Skip'}
        </Button>
      ) : null}
    </li>
  )

  function untilWords({ isChangeable: canChange }: Delivery) {
    return canChange ? `change until ${formatMoment(changeUntil)}` : 'past its cut-off'
  }
}
