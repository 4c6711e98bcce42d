import { useMutation } from '@tanstack/react-query'
import { UNDO_MS, type UndoResult } from '#contract/staff/backoffice.ts'
import { useRefreshLists } from '#web/admin/list/use-refresh-lists.ts'
import { failureText } from '#web/api/failures.ts'
import { toast } from '#web/ui/overlay/use-toast.ts'
import { undoMessage } from './undo-message.ts'

type BulkOptions<Sent, Result> = {
  run: (sent: Sent) => Promise<Result>
  undo: (result: Result) => Promise<UndoResult>
  successMessage: (result: Result) => string
  errorMessage: string
  onDone: () => void
  /** Runs after the toast with the error. */
  onFailure?: (error: unknown) => void
}

/** Runs a change on many rows and offers an undo for ten seconds. */
export function useBulk<Sent, Result>(options: BulkOptions<Sent, Result>) {
  const refreshLists = useRefreshLists()

  async function undoWithToast(result: Result) {
    try {
      toast(undoMessage(await options.undo(result)))
    } catch (error) {
      const description = failureText(error, 'Failed to undo')
      toast({ title: 'Error', description, variant: 'destructive' })
    }
    void refreshLists()
  }

  return useMutation({
    mutationFn: options.run,
    onSuccess: (result) => {
      toast({
        title: options.successMessage(result),
        duration: UNDO_MS,
        action: {
          label: 'Undo',
          hint: 'To undo, press F8 and select Undo within 10 seconds',
          onAction: () => void undoWithToast(result),
        },
      })
      options.onDone()
      void refreshLists()
    },
    onError: (error) => {
      const description = failureText(error, options.errorMessage)
      toast({ title: 'Error', description, variant: 'destructive' })
      options.onFailure?.(error)
      // The update may have failed because the rows have changed.
      void refreshLists()
    },
  })
}
