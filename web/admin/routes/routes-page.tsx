import './board.css'
import { useCallback, useMemo, useState } from 'react'
import { isCalendarDate } from '#contract/dates/calendar.ts'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import { AdminLayout } from '#web/admin/layout/admin-layout.tsx'
import { useCan } from '#web/admin/layout/use-can.ts'
import { failureText } from '#web/api/failures.ts'
import { pageData } from '#web/api/page-data.ts'
import { LoadError } from '#web/shared/load-error.tsx'
import { navigate, useSearch } from '#web/shared/router.ts'
import { LoadingList } from '#web/ui/loading-list.tsx'
import { toast } from '#web/ui/overlay/use-toast.ts'
import { BoardHeader } from './board-header.tsx'
import type { StopSubject } from './dialogs/stop-dialogs.tsx'
import { dayTotals } from './model/lanes.ts'
import { RouteBoard } from './route-board.tsx'
import { type ChangeFailure, useBoard } from './use-board.ts'

export default function RoutesPage() {
  return (
    <AdminLayout>
      <RoutesOfDate />
    </AdminLayout>
  )
}

/** The date is in the URL, so that it can be shared and Back returns to the day before. */
function RoutesOfDate() {
  const today = shopDate(pageData().shop.calendar, new Date())
  const wanted = new URLSearchParams(useSearch()).get('date') ?? ''
  const date = isCalendarDate(wanted) ? wanted : today
  return <Routes date={date} today={today} />
}

const showDate = (date: string) => navigate(`${window.location.pathname}?date=${date}`)

type RoutesProps = { date: string; today: string }

function Routes({ date, today }: RoutesProps) {
  const can = useCan()
  const [subject, setSubject] = useState<StopSubject>()
  const onFailure = useCallback((failure: ChangeFailure) => {
    const { change, error, isStale } = failure
    if (isStale && change.kind === 'move') {
      setSubject({ stopId: change.stopId, wanted: change.to })
    } else {
      showFailure(error)
    }
  }, [])
  const { board, error, refetch, change } = useBoard(date, onFailure)
  const totals = useMemo(() => board && dayTotals(board), [board])
  return (
    <>
      <BoardHeader date={date} today={today} onDate={showDate} totals={totals} isOffline={false} />
      {board ? (
        <RouteBoard
          board={board}
          canWrite={can('schedules.write')}
          subject={subject}
          onSubject={setSubject}
          change={change}
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
    </>
  )
}

function showFailure(error: unknown) {
  toast({
    title: 'Error',
    description: failureText(error, 'Failed to save the change'),
    variant: 'destructive',
  })
}
