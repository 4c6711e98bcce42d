import { formatCents } from '#contract/money.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import type { StopView } from '../route/stop-view.ts'
import { useClockTime } from '../use-clock-time.ts'
import { useUndo } from '../use-undo.ts'

const labels = { cash: 'Cash', check: 'Check', transfer: 'Transfer' }

/** Money that was recorded for this delivery, so that no one enters it twice. */
export function PaymentList({ view: { stop, money } }: { view: StopView }) {
  const time = useClockTime()
  const { problem, undo } = useUndo()
  if (money.payments.length === 0) return null
  return (
    <Alert tone="success" title="Received for this delivery">
      <ul className="text-base">
        {money.payments.map((payment) => (
          <li key={payment.id} className="flex min-h-11 items-center justify-between gap-3">
            <span>
              {labels[payment.method]} {formatCents(payment.cents)}
              <span className="text-sm">
                {payment.at ? `, ${time(payment.at)}` : ', from dispatch or another phone'}
                {payment.isWaitingToSend ? ', waiting to send' : ''}
              </span>
            </span>
            {payment.canUndo ? (
              <Button
                variant="secondary"
                aria-label={`Undo ${labels[payment.method]} ${formatCents(payment.cents)}`}
                onClick={() => void undo(payment.id, { stopId: stop.id, trip: stop.trip })}
              >
                Undo
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {problem ? <p className="font-bold">{problem}</p> : null}
    </Alert>
  )
}
