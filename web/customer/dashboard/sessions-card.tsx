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

/** The customer's active sessions. Hidden if the backend doesn't support them. */
export function SessionsCard() {
  const { data: sessions, isPending } = useQuery(sessionsQuery)
  const redirectToLogin = useSignOutRedirect(paths.customerLogin())
  const { mutate, isPending: isSigningOut } = useMutation({
    mutationFn: signOutEverywhere,
    onSuccess: redirectToLogin,
    onError: (error) =>
      toast({
        title: 'Error',
        description: failureText(error, 'Failed to log out of all devices'),
        variant: 'destructive',
      }),
  })
  if (!isPending && !sessions?.length) return null
  return (
    <Card aria-labelledby="sessions" aria-busy={isPending}>
      <CardHeader className="flex-row flex-wrap items-center justify-between gap-3">
        <div>
          <CardTitle id="sessions">Active sessions</CardTitle>
          <p className="mt-1 text-muted text-sm">Sessions end automatically after 30 days.</p>
        </div>
        <Button variant="secondary" size="small" disabled={isSigningOut} onClick={() => mutate()}>
          Log out of all devices
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
        <p className="text-muted text-sm">Logged in {formatDay(session.createdAt)}</p>
      </div>
      {session.isCurrent ? <Badge tone="success">This device</Badge> : null}
    </li>
  )
}
