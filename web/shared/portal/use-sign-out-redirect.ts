import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { logout } from '#web/api/session.ts'
import { toast } from '#web/ui/overlay/use-toast.ts'
import { useAppNavigate } from '../use-app-navigate.ts'

/** Clears the query cache and navigates to the login page. */
export function useSignOutRedirect(loginPath: string) {
  const queryClient = useQueryClient()
  const go = useAppNavigate()
  return useCallback(() => {
    queryClient.clear()
    go(loginPath)
  }, [queryClient, go, loginPath])
}

export function useLogout(loginPath: string) {
  const redirect = useSignOutRedirect(loginPath)
  return useCallback(
    () =>
      logout().then(redirect, () =>
        toast({
          title: 'Logout Failed',
          description: 'Failed to logout. Please try again.',
          variant: 'destructive',
        }),
      ),
    [redirect],
  )
}
