import { cx } from '#web/ui/cx.ts'
import { stopName } from '../route/route-changes.ts'
import type { StopView } from '../route/stop-view.ts'
import type { DeliveryProps } from '../route/visits.ts'
import { hashTo } from '../use-driver.ts'
import { ProgressBadge } from './progress-badge.tsx'

/** All deliveries of a door that has several; the one on the screen is marked. */
export function DeliveryList({ visit: { deliveries }, view }: DeliveryProps) {
  if (deliveries.length === 1) return null
  return (
    <nav aria-label="Deliveries at this door">
      <h2 className="px-1 pb-2 text-base">{deliveries.length} deliveries at this door</h2>
      <ol className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
        {deliveries.map((item, index) => (
          <li key={item.stop.id}>
            <DeliveryLink item={item} number={index + 1} isCurrent={item === view} />
          </li>
        ))}
      </ol>
    </nav>
  )
}

type DeliveryLinkProps = { item: StopView; number: number; isCurrent: boolean }

function DeliveryLink({ item: { stop, progress }, number, isCurrent }: DeliveryLinkProps) {
  const order = stop.lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')
  return (
    <a
      href={hashTo.stop(stop.id)}
      aria-current={isCurrent ? 'true' : undefined}
      className={cx(
        'flex min-h-14 items-center gap-3 border-l-4 px-3 py-2',
        isCurrent ? 'border-action bg-action-soft' : 'border-transparent',
      )}
    >
      <span className="w-5 shrink-0 text-center font-bold text-lg text-muted tabular-nums">
        {number}
      </span>
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 break-words font-bold">{stopName(stop)}</span>
        <span className="block break-words text-sm">{order}</span>
        {stop.isOnHold ? (
          <span className="block font-bold text-danger text-sm">Don't leave bottles</span>
        ) : null}
      </span>
      <ProgressBadge progress={progress} />
    </a>
  )
}
