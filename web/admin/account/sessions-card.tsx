import { useQuery } from '@tanstack/react-query'
import { useSave } from '#web/admin/form/use-save.ts'
import { SessionList } from '#web/admin/staff/session-list.tsx'
import { endOwnSession, endOwnSessions, ownSessionsQuery } from '#web/api/staff/accounts.ts'
import { LoadError } from '#web/shared/load-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

export function SessionsCard() {
  const { data: sessions, error, refetch, isPending } = useQuery(ownSessionsQuery)
  const end = useSave<void>({
    save: endOwnSessions,
    onDone: () => undefined,
    successMessage: 'Other sessions ended',
    errorMessage: 'Failed to end the other sessions',
  })
  if (error && !sessions) {
    return (
      <LoadError
        title="We couldn't load your sessions"
        text="Try again in a moment."
        error={error}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <Card aria-labelledby="own-sessions" aria-busy={isPending}>
      <CardHeader className="flex-row flex-wrap items-center justify-between gap-3">
        <div>
          <CardTitle id="own-sessions">Active sessions</CardTitle>
          <p className="mt-1 text-muted text-sm">Sessions end automatically after 12 hours.</p>
        </div>
        {sessions && sessions.length > 1 ? (
          <Button
            variant="secondary"
            size="small"
            disabled={end.isPending}
            onClick={() => end.mutate()}
          >
            End other sessions
          </Button>
        ) : null}
      </CardHeader>
      <CardBody>
        {sessions ? (
          <SessionList sessions={sessions} endSession={endOwnSession} />
        ) : (
          <Skeleton className="h-12" />
        )}
      </CardBody>
    </Card>
  )
}
