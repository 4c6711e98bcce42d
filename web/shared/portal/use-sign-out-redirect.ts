import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { logout } from '#web/api/session.ts'
import { toast } from '#web/ui/overlay/use-toast.ts'
import { useAppNavigate } from '../use-app-navigate.ts'

/** Forgets all that was loaded and goes to the sign-in page. */
export function useSignOutRedirect(loginPath: string) {
  const queryClient = useQueryClient()
  const go = useAppNavigate()
  return useCallback(() => {
    queryClient.clear()
    go(loginPath)
  }, [queryClient, go, loginPath])
}

export function useLogout(loginPath: string) {
  const leave = useSignOutRedirect(loginPath)
  return useCallback(
    () =>
      logout().then(leave, () =>
        toast({
          title: 'Logout Failed',
          description: 'Failed to logout. Please try again.',
          variant: 'destructive',
        }),
      ),
    [leave],
  )
}
