import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/** Refetches all staff queries after a change, because lists embed rows of other lists. */
export function useRefreshLists() {
  const queryClient = useQueryClient()
  return useCallback(
    () =>
      queryClient.invalidateQueries({
        predicate: ({ queryKey }) => String(queryKey[0]).startsWith('/api/admin/'),
      }),
    [queryClient],
  )
}
