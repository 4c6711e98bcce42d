import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureText } from '#web/api/failures.ts'
import { backUpNow, backupsQuery } from '#web/api/staff/recovery/recovery.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlay/use-toast.ts'

export function BackUpNow() {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: backUpNow,
    onSuccess: (saved) => {
      queryClient.setQueryData(backupsQuery.queryKey, saved)
      toast({ title: 'Backup saved', description: 'We check it now.' })
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: failureText(error, 'Failed to back up'),
        variant: 'destructive',
      }),
  })
  return (
    <Button
      variant="secondary"
      className="sm:self-start"
      aria-disabled={isPending}
      onClick={() => {
        if (!isPending) mutate()
      }}
    >
      {isPending ? 'Backing up...' : 'Back up now'}
    </Button>
  )
}
