import { useMutation, useQueryClient } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import { failureText } from '#web/api/failures.ts'
import { toast } from '#web/ui/overlay/use-toast.ts'

type Save = { request: () => Promise<unknown>; doneText: string | undefined }

/** Changes a whole route, then reads the board again; a failure shows what the board is now. */
export function useRouteSave(onDone?: () => void) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ request }: Save) => request(),
    onSuccess: (_, { doneText }) => {
      if (doneText) toast({ title: doneText })
      onDone?.()
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: failureText(error, 'Failed to save the route'),
        variant: 'destructive',
      }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [apiPaths.adminRoutes] }),
  })
  return {
    isPending,
    save: (request: Save['request'], doneText?: string) => mutate({ request, doneText }),
  }
}
