import { useMutation } from '@tanstack/react-query'
import { useRefreshLists } from '#web/admin/list/use-refresh-lists.ts'
import { failureText } from '#web/api/failures.ts'
import { toast } from '#web/ui/overlay/use-toast.ts'

/** Toast texts, mostly from the spec. */
export type SaveMessages = { successMessage: string; errorMessage: string }

type SaveOptions<Values> = SaveMessages & {
  save: (values: Values) => Promise<unknown>
  onDone: (values: Values) => void
  /** Returns true if it has handled the error, so that no toast is shown. */
  onFailure?: (error: unknown) => Promise<boolean>
}

/** Sends a change, shows a toast and refreshes the lists. */
export function useSave<Values>({
  save,
  successMessage,
  errorMessage,
  onDone,
  onFailure,
}: SaveOptions<Values>) {
  const refreshLists = useRefreshLists()
  return useMutation({
    mutationFn: save,
    onSuccess: (_, values) => {
      toast({ title: successMessage })
      onDone(values)
      void refreshLists()
    },
    onError: async (error) => {
      if (await onFailure?.(error)) return
      toast({
        title: 'Error',
        description: failureText(error, errorMessage),
        variant: 'destructive',
      })
    },
  })
}
