import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/** After a change: one list may tell of another's rows, so all of the staff's are asked for anew. */
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
