import { formatCents } from '#contract/money.ts'
import type { StopView } from '../route/stop-view.ts'
import { useClockTime } from '../use-clock-time.ts'
import { HoldAlert } from './hold-alert.tsx'

/** The order, its window and the instructions for the door. */
export function StopDetails({ view: { stop, money } }: { view: StopView }) {
  const { window, plannedAt, gateCode, instructions, notes, isOnHold } = stop
  const time = useClockTime()
  const when = window ? `${time(window.from)}–${time(window.to)}` : plannedAt && time(plannedAt)
  const details = [
    ['Time', when],
    ['Gate code', gateCode],
    ['Instructions', instructions],
    ['From dispatch', notes],
    ['To collect', money.dueCents > 0 && formatCents(money.dueCents)],
  ].filter((detail): detail is [string, string] => Boolean(detail[1]))
  return (
    <>
      {isOnHold ? <HoldAlert /> : null}
      <ul className="font-bold text-lg">
        {stop.lines.map(({ productId, name, quantity }) => (
          <li key={productId}>
            {quantity} × {name}
          </li>
        ))}
      </ul>
      {details.length > 0 ? (
        <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1">
          {details.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="min-w-0 whitespace-pre-line break-words font-semibold">{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
    </>
  )
}
