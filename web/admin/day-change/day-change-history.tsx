import { useMutation, useQuery } from '@tanstack/react-query'
import { CalendarX2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatOrderNumber } from '#contract/order-number.ts'
import type { DayChange, UndoneDayChange } from '#contract/zones/day-changes.ts'
import { useRefreshLists } from '#web/admin/list/use-refresh-lists.ts'
import { failureText } from '#web/api/failures.ts'
import { dayChangesQuery, undoDayChange } from '#web/api/staff/zones.ts'
import { formatDateTime, formatDay } from '#web/shared/instant.ts'
import { LoadError } from '#web/shared/load-error.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadingList } from '#web/ui/loading-list.tsx'
import { toast } from '#web/ui/overlay/use-toast.ts'

export function DayChangeHistory({ canUndo }: { canUndo: boolean }) {
  const { data: changes, error, refetch, dataUpdatedAt } = useQuery(dayChangesQuery)
  if (!changes) {
    return error ? (
      <LoadError
        title="We couldn't load the latest changes"
        text="Try again in a moment."
        error={error}
        onRetry={() => void refetch()}
      />
    ) : (
      <LoadingList label="Loading changes" />
    )
  }
  if (changes.length === 0) {
    return (
      <EmptyState
        icon={CalendarX2}
        title="No changed days"
        text="Days that you close or move are listed here. You can undo a change for ten minutes."
      />
    )
  }
  return (
    <ul aria-label="Changed days" className="flex flex-col gap-4">
      {changes.map((change) => (
        <ChangedDay
          key={change.id}
          change={change}
          undoUntilMs={canUndo ? dataUpdatedAt + change.undoSeconds * 1000 : 0}
        />
      ))}
    </ul>
  )
}

const statusTexts: Record<DayChange['status'], string> = {
  applied: 'Applied',
  undone: 'Undone',
  final: 'Final',
}

/** `undoUntilMs` is by this browser's clock. */
function ChangedDay({ change, undoUntilMs }: { change: DayChange; undoUntilMs: number }) {
  const { date, kind, toDate, zones, reason, status, appliedAt, appliedBy, counts } = change
  const [undone, setUndone] = useState<UndoneDayChange>()
  const leftMs = useRemaining(status === 'applied' ? undoUntilMs : 0)
  const what = kind === 'moved' && toDate ? `moved to ${formatDay(toDate)}` : 'closed'
  const where = zones ? zones.map(({ name }) => name).join(', ') : 'Whole shop'
  return (
    <li>
      <Card>
        <CardBody className="flex flex-col gap-3">
          <div className="flex flex-wrap items-start justify-between gap-3">
            <div className="min-w-0">
              <h2 className="wrap-anywhere font-semibold">
                {formatDay(date)} {what}
                {reason ? ` (${reason})` : ''}
              </h2>
              <p className="wrap-anywhere text-muted text-sm">
                {where}. {counts.deliveries} moved. {statusTexts[status] ?? status}.
              </p>
              <p className="wrap-anywhere text-muted text-sm">
                {formatDateTime(appliedAt)}, {appliedBy}
              </p>
            </div>
            {leftMs > 0 ? (
              <UndoButton change={change} leftMs={leftMs} onUndone={setUndone} />
            ) : null}
          </div>
          {undone ? <UndoReport undone={undone} /> : null}
        </CardBody>
      </Card>
    </li>
  )
}

type UndoButtonProps = {
  change: DayChange
  leftMs: number
  onUndone: (undone: UndoneDayChange) => void
}

function UndoButton({ change, leftMs, onUndone }: UndoButtonProps) {
  const refreshLists = useRefreshLists()
  const undo = useMutation({
    mutationFn: () => undoDayChange(change.id),
    onSuccess: (result) => {
      toast({ title: 'Change undone' })
      onUndone(result)
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: failureText(error, 'Failed to undo the change'),
        variant: 'destructive',
      }),
    onSettled: () => void refreshLists(),
  })
  return (
    <div className="flex items-center gap-3">
      <span className="text-muted text-sm tabular-nums">{timeText(leftMs)} left</span>
      <Button
        variant="secondary"
        disabled={undo.isPending}
        onClick={() => undo.mutate()}
        aria-label={`Undo the change of ${formatDay(change.date)}`}
      >
        Undo
      </Button>
    </div>
  )
}

function UndoReport({ undone: { restored, skipped } }: { undone: UndoneDayChange }) {
  if (skipped.length === 0)
    return (
      <Alert urgent tone="success">
        All {restored} deliveries have their old date again.
      </Alert>
    )
  return (
    <Alert urgent tone="warning" title={`${restored} restored, ${skipped.length} changed since`}>
      These deliveries keep their date:{' '}
      {skipped
        .map(({ customerName, orderId }) => customerName || formatOrderNumber(orderId))
        .join(', ')}
    </Alert>
  )
}

/** '9:05' */
function timeText(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** Counts down every second, to 0. */
function useRemaining(untilMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  const isOver = now >= untilMs
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isOver])
  return Math.max(0, untilMs - now)
}
