import { Hand } from 'lucide-react'
import { memo } from 'react'
import type { BoardDelivery } from '#contract/routes/board.ts'
import { cx } from '#web/ui/cx.ts'
import { useBoardActions } from '../board-context.ts'
import { useStopDrag } from '../drag/use-stop-drag.ts'
import { addressText, bottlesText, customerLabel, windowText } from '../model/stop-texts.ts'
import { useSelectable } from '../select/use-selectable.ts'

type PoolItemProps = { delivery: BoardDelivery; zone: string | undefined }

/** A delivery without a route: opens the dialog that adds it to one, and can be dragged. */
export const PoolItem = memo(({ delivery, zone }: PoolItemProps) => {
  const { canWrite, openDelivery } = useBoardActions()
  const { isDragged, ...drag } = useStopDrag({ kind: 'delivery', delivery }, canWrite)
  const {
    isSelected,
    props: select,
    onKeyDown,
  } = useSelectable({ orderId: delivery.orderId }, canWrite, () => openDelivery(delivery.orderId))
  const details = [delivery.window && windowText(delivery.window), zone].filter(Boolean)
  return (
    <li className="pb-2">
      <button
        type="button"
        {...drag}
        data-delivery={delivery.orderId}
        {...select}
        onKeyDown={onKeyDown}
        aria-keyshortcuts={canWrite ? 'Shift+Space' : undefined}
        className={cx(
          'flex min-h-15 w-full min-w-0 select-none items-center gap-2 rounded-lg border border-line bg-surface px-2.5 py-1.5 text-left hover:border-action',
          isSelected && 'border-action bg-action-soft ring-2 ring-action',
          isDragged && 'opacity-40',
        )}
      >
        <span className="min-w-0 flex-1">
          <span className="flex items-center gap-1.5">
            <span className="truncate font-semibold text-sm leading-5">
              {customerLabel(delivery)}
            </span>
            {delivery.isOnHold ? (
              <Hand aria-label="On hold" role="img" className="size-3.5 shrink-0 text-danger" />
            ) : null}
          </span>
          <span className="block truncate text-muted text-xs leading-4">
            {addressText(delivery)}
          </span>
          {details.length > 0 ? (
            <span className="block truncate text-muted text-xs leading-4">
              {details.join(' · ')}
            </span>
          ) : null}
        </span>
        <span
          className="shrink-0 font-bold text-sm tabular-nums"
          title={bottlesText(delivery.bottles)}
        >
          {delivery.bottles}
          <span className="sr-only">{delivery.bottles === 1 ? ' bottle' : ' bottles'}</span>
        </span>
      </button>
    </li>
  )
})
