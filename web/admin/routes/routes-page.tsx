import './board.css'
import { useCallback, useMemo, useState } from 'react'
import { isCalendarDate } from '#contract/dates/calendar.ts'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import { AdminLayout } from '#web/admin/layout/admin-layout.tsx'
import { useCan } from '#web/admin/layout/use-can.ts'
import { failureText, hasStatus } from '#web/api/failures.ts'
import { pageData } from '#web/api/page-data.ts'
import { LoadError } from '#web/shared/load-error.tsx'
import { useSearch } from '#web/shared/router.ts'
import { LoadingList } from '#web/ui/loading-list.tsx'
import { toast } from '#web/ui/overlay/use-toast.ts'
import { BoardButtons } from './board-buttons.tsx'
import { BoardHeader } from './board-header.tsx'
import { type OpenRouteDialog, RouteDialogs } from './dialogs/route-dialogs.tsx'
import type { StopSubject } from './dialogs/stop-dialogs.tsx'
import { buildLanes, dayTotals } from './model/lanes.ts'
import { PlannedBoard } from './plan/planned-board.tsx'
import { PrintView } from './print/print-view.tsx'
import { readSheet, showDate } from './show-date.ts'
import { type ChangeFailure, useBoard } from './use-board.ts'
import { useLaneActions } from './use-lane-actions.ts'

export default function RoutesPage() {
  return (
    <AdminLayout>
      <RoutesOfDate />
    </AdminLayout>
  )
}

function RoutesOfDate() {
  const today = shopDate(pageData().shop.calendar, new Date())
  const wanted = new URLSearchParams(useSearch()).get('date') ?? ''
  return <Routes date={isCalendarDate(wanted) ? wanted : today} today={today} />
}

type RoutesProps = { date: string; today: string }

function Routes({ date, today }: RoutesProps) {
  const canWrite = useCan()('schedules.write')
  const printed = readSheet(useSearch())
  const [subject, setSubject] = useState<StopSubject>()
  const [routeDialog, setRouteDialog] = useState<OpenRouteDialog>()
  const [isPlanOpen, setIsPlanOpen] = useState(false)
  const onFailure = useCallback(({ change, error, isStale }: ChangeFailure) => {
    if (isStale && change.kind === 'move') {
      setSubject({ stopId: change.stopId, wanted: change.to })
    } else {
      showFailure(error)
    }
  }, [])
  const { board, error, refetch, change, isOffline } = useBoard(date, onFailure)
  const laneActions = useLaneActions(date, board?.standing, setRouteDialog)
  const totals = useMemo(() => board && dayTotals(board), [board])
  const lanes = useMemo(() => (board ? buildLanes(board) : []), [board])
  if (board && printed) {
    return <PrintView board={board} {...printed} onBack={() => showDate(date)} />
  }
  return (
    <>
      <BoardHeader
        date={date}
        today={today}
        onDate={showDate}
        totals={totals}
        isOffline={isOffline}
      >
        {board && totals ? (
          <BoardButtons
            board={board}
            date={date}
            totals={totals}
            onPlan={canWrite ? () => setIsPlanOpen(true) : undefined}
          />
        ) : null}
      </BoardHeader>
      {board && totals ? (
        <PlannedBoard
          board={board}
          totals={totals}
          canWrite={canWrite}
          subject={subject}
          onSubject={setSubject}
          change={change}
          laneActions={laneActions}
          isPlanOpen={isPlanOpen}
          onPlanClose={() => setIsPlanOpen(false)}
        />
      ) : error ? (
        <LoadError
          title="We couldn't load the routes"
          text="Try again in a moment."
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <LoadingList label="Loading routes" />
      )}
      {board ? (
        <RouteDialogs
          open={routeDialog}
          board={board}
          lanes={lanes}
          onClose={() => setRouteDialog(undefined)}
        />
      ) : null}
    </>
  )
}

function showFailure(error: unknown) {
  toast({
    title: 'Error',
    description: hasStatus(error, 404)
      ? 'Someone else took this stop off the board.'
      : failureText(error, 'Failed to save the change'),
    variant: 'destructive',
  })
}
