import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { SessionUser } from '#contract/identity.ts'
import type { KnownUser } from '#web/api/adapt/users.ts'
import { hasCode, hasStatus } from '#web/api/failures.ts'
import { sessionQuery } from '#web/api/session.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { LoadError } from '../load-error.tsx'
import { useAppNavigate } from '../use-app-navigate.ts'

type SignedInProps = {
  as: SessionUser['role']
  /** Redirects here if the user is not logged in with this role. */
  loginPath: string
  onLoggedOut?: () => void
  children: (user: KnownUser) => ReactNode
}

/** Renders a portal only for users of its role. The server enforces access; this avoids errors. */
export function SignedIn({ as: role, loginPath, onLoggedOut, children }: SignedInProps) {
  const { data: session, error, refetch } = useQuery(sessionQuery)
  const go = useAppNavigate()
  const user = session?.user.role === role ? session.user : undefined
  const isLoggedOut = session !== undefined && !user
  useSessionCheck()

  useEffect(() => {
    if (!isLoggedOut) return
    onLoggedOut?.()
    go(loginPath, { replace: true })
  }, [isLoggedOut, go, loginPath, onLoggedOut])

  if (user) return children(user)
  return (
    <main id="main" tabIndex={-1} className="grid min-h-dvh place-items-center p-4 outline-none">
      <h1 className="sr-only">Your account</h1>
      {error ? (
        <LoadError
          title="We couldn't load your account"
          text="We couldn't reach the server."
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <Spinner label="Loading your account" showLabel />
      )}
    </main>
  )
}

/**
 * Reloads the session after a 401, because it may have ended in another tab or on the server, and
 * when the server requires two-step verification from now on.
 */
function useSessionCheck() {
  const queryClient = useQueryClient()
  useEffect(() => {
    type CacheEvent = { type: string; action?: { type: string; error?: unknown } }
    function onEvent({ type, action }: CacheEvent) {
      if (type !== 'updated' || action?.type !== 'error') return
      const hasChanged =
        hasStatus(action.error, 401) || hasCode(action.error, 'two_step_setup_required')
      if (!hasChanged) return
      void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
    }
    const unsubscribes = [
      queryClient.getQueryCache().subscribe((event) => onEvent(event as CacheEvent)),
      queryClient.getMutationCache().subscribe((event) => onEvent(event as CacheEvent)),
    ]
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe()
    }
  }, [queryClient])
}
