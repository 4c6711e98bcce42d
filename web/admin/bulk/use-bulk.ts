import { useMutation } from '@tanstack/react-query'
import { UNDO_MS, type UndoResult } from '#contract/staff/backoffice.ts'
import { useRefreshLists } from '#web/admin/list/use-refresh-lists.ts'
import { failureText } from '#web/api/failures.ts'
import { toast } from '#web/ui/overlay/use-toast.ts'
import { undoMessage } from './undo-message.ts'

type BulkOptions<Sent, Answer> = {
  run: (sent: Sent) => Promise<Answer>
  undo: (answer: Answer) => Promise<UndoResult>
  successMessage: (answer: Answer) => string
  errorMessage: string
  onDone: () => void
}

/** A deed on many rows at once: says how it went, and for ten seconds how to take it back. */
export function useBulk<Sent, Answer>(options: BulkOptions<Sent, Answer>) {
  const refreshLists = useRefreshLists()

  async function undoWithToast(answer: Answer) {
    try {
      toast(undoMessage(await options.undo(answer)))
    } catch (error) {
      const description = failureText(error, 'Failed to undo')
      toast({ title: 'Error', description, variant: 'destructive' })
    }
    void refreshLists()
  }

  return useMutation({
    mutationFn: options.run,
    onSuccess: (answer) => {
      toast({
        title: options.successMessage(answer),
        duration: UNDO_MS,
        action: {
          label: 'Undo',
          hint: 'To undo, press F8 and select Undo within 10 seconds',
          onAction: () => void undoWithToast(answer),
        },
      })
      options.onDone()
      void refreshLists()
    },
    onError: (error) => {
      const description = failureText(error, options.errorMessage)
      toast({ title: 'Error', description, variant: 'destructive' })
      // The rows may be others by now than those that were chosen.
      void refreshLists()
    },
  })
}
