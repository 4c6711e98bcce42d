import { useMutation } from '@tanstack/react-query'
import { UNDO_MS, type Undone } from '#contract/backoffice.ts'
import { useRefreshLists } from '#web/admin/list/use-refresh-lists.ts'
import { failureText } from '#web/api/failures.ts'
import { toast } from '#web/ui/overlay/use-toast.ts'
import { undoneWords } from './undone-words.ts'

type BulkOptions<Sent, Answer> = {
  act: (sent: Sent) => Promise<Answer>
  undo: (answer: Answer) => Promise<Undone>
  done: (answer: Answer) => string
  failed: string
  onDone: () => void
}

/** A deed on many rows at once: says how it went, and for ten seconds how to take it back. */
export function useBulk<Sent, Answer>(options: BulkOptions<Sent, Answer>) {
  const refreshLists = useRefreshLists()

  async function takeBack(answer: Answer) {
    try {
      toast(undoneWords(await options.undo(answer)))
    } catch (error) {
      const description = failureText(error, 'Failed to undo')
      toast({ title: 'Error', description, variant: 'destructive' })
    }
    void refreshLists()
  }

  return useMutation({
    mutationFn: options.act,
    onSuccess: (answer) => {
      toast({
        title: options.done(answer),
        duration: UNDO_MS,
        action: {
          label: 'Undo',
          hint: 'Press F8, then Undo, within ten seconds to take it back',
          onAction: () => void takeBack(answer),
        },
      })
      options.onDone()
      void refreshLists()
    },
    onError: (error) => {
      const description = failureText(error, options.failed)
      toast({ title: 'Error', description, variant: 'destructive' })
      // The rows may be others by now than those that were chosen.
      void refreshLists()
    },
  })
}
