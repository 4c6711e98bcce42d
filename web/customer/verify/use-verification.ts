import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { failureText } from '#web/api/failures.ts'
import { verifyMagicLink } from '#web/api/session.ts'
import { readDestination } from '#web/customer/layout/destination.ts'
import { navigate } from '#web/shared/router.ts'
import { useAppNavigate } from '#web/shared/use-app-navigate.ts'

const REDIRECT_DELAY_MS = 1500

type Verification = { state: 'no-token' | 'pending' | 'failed' | 'done'; message: string }

/** Verifies the token of the login link once, then redirects to the dashboard. */
export function useVerification(): Verification {
  const [token] = useState(() => new URLSearchParams(window.location.search).get('token'))
  const [verification, setVerification] = useState<Verification>({
    state: token ? 'pending' : 'no-token',
    message: '',
  })
  const queryClient = useQueryClient()
  const go = useAppNavigate()

  // Removes the token from the URL, so that it is not in the history or in referrers.
  useLayoutEffect(() => {
    if (window.location.search) {
      navigate(window.location.pathname, { replace: true, state: window.history.state })
    }
  }, [])

  // React can run an effect twice, but a login link works only once.
  const hasRequested = useRef(false)
  useEffect(() => {
    if (!token || hasRequested.current) return
    hasRequested.current = true
    verifyMagicLink(token).then(
      () => {
        queryClient.clear()
        setVerification({ state: 'done', message: '' })
      },
      (error) =>
        setVerification({ state: 'failed', message: failureText(error, 'Verification failed') }),
    )
  }, [token, queryClient])

  const isDone = verification.state === 'done'
  useEffect(() => {
    if (!isDone) return
    const timer = setTimeout(() => go(readDestination(), { replace: true }), REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isDone, go])

  return verification
}
