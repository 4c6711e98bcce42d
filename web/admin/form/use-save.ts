import { useMutation } from '@tanstack/react-query'
import { useRefreshLists } from '#web/admin/list/use-refresh-lists.ts'
import { failureText } from '#web/api/failures.ts'
import { toast } from '#web/ui/overlay/use-toast.ts'

/** The spec's words for how it went. */
export type SaveMessages = { successMessage: string; errorMessage: string }

type SaveOptions<Sent> = SaveMessages & {
  save: (sent: Sent) => Promise<unknown>
  onDone: (sent: Sent) => void
  /** For failures that are told in another way: true where this was one. */
  onFailure?: (error: unknown) => Promise<boolean>
}

/** Sends a change, says how it went and brings the lists up to date. */
export function useSave<Sent>({
  save,
  successMessage,
  errorMessage,
  onDone,
  onFailure,
}: SaveOptions<Sent>) {
  const refreshLists = useRefreshLists()
  return useMutation({
    mutationFn: save,
    onSuccess: (_, sent) => {
      toast({ title: successMessage })
      onDone(sent)
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
