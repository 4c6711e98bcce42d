import { useMutation, useQuery } from '@tanstack/react-query'
import { Laptop, Smartphone } from 'lucide-react'
import { browserName, isPhone } from '#contract/browser-name.ts'
import type { Session } from '#contract/identity.ts'
import { failureText } from '#web/api/failures.ts'
import { sessionsQuery, signOutEverywhere } from '#web/api/profile.ts'
import { paths } from '#web/paths.ts'
import { formatDay } from '#web/shared/instant.ts'
import { useSignOutRedirect } from '#web/shared/portal/use-sign-out-redirect.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { toast } from '#web/ui/overlay/use-toast.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Where this customer is signed in. A backend that knows nothing of it shows nothing of it. */
export function SessionsCard() {
  const { data: sessions, isPending } = useQuery(sessionsQuery)
  const leave = useSignOutRedirect(paths.customerLogin())
  const { mutate, isPending: isLeaving } = useMutation({
    mutationFn: signOutEverywhere,
    onSuccess: leave,
    onError: (error) =>
      toast({
        title: 'Error',
        description: failureText(error, 'Failed to sign out everywhere'),
        variant: 'destructive',
      }),
  })
  if (!isPending && !sessions?.length) return null
  return (
    <Card aria-labelledby="sessions" aria-busy={isPending}>
      <CardHeader className="flex-row flex-wrap items-center justify-between gap-3">
        <div>
          <CardTitle id="sessions">Where you are signed in</CardTitle>
          <p className="mt-1 text-muted text-sm">Each one ends by itself after 30 days.</p>
        </div>
        <Button variant="secondary" size="small" disabled={isLeaving} onClick={() => mutate()}>
          Sign out everywhere
        </Button>
      </CardHeader>
      <CardBody>
        {sessions ? (
          <ul className="flex flex-col divide-y divide-line">
            {sessions.map((session) => (
              <SessionLine key={session.id} session={session} />
            ))}
          </ul>
        ) : (
          <Skeleton className="h-12" />
        )}
      </CardBody>
    </Card>
  )
}

function SessionLine({ session }: { session: Session }) {
  const Icon = isPhone(session.browser) ? Smartphone : Laptop
  return (
    <li className="flex items-center gap-4 py-3 first:pt-0 last:pb-0">
      <Icon aria-hidden className="size-6 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="wrap-anywhere font-semibold">{browserName(session.browser)}</p>
        <p className="text-muted text-sm">Since {formatDay(session.createdAt)}</p>
      </div>
      {session.isCurrent ? <Badge tone="success">This device</Badge> : null}
    </li>
  )
}
