import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { failureText } from '#web/api/failures.ts'
import { nearEmailsQuery, setNearEmails } from '#web/api/tracking/near-email.ts'
import { LoadError } from '#web/shared/load-error.tsx'
import { NEAR_EMAIL_LABEL } from '#web/shared/tracking/near-email-choice.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { toast } from '#web/ui/overlay/use-toast.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** Which emails the customer gets in addition to those about orders. Hidden if the backend has none. */
export function DeliveryEmailsCard() {
  const queryClient = useQueryClient()
  const { data: isWanted, error, refetch } = useQuery(nearEmailsQuery)
  const { mutate, variables, isPending } = useMutation({
    mutationFn: setNearEmails,
    onSuccess: (_, wanted) => {
      queryClient.setQueryData(nearEmailsQuery.queryKey, wanted)
      toast({ title: 'Delivery emails updated successfully' })
    },
    onError: (failure) =>
      toast({
        title: 'Error',
        description: failureText(failure, 'Failed to update delivery emails'),
        variant: 'destructive',
      }),
  })
  if (isWanted === null) return null
  return (
    <Card aria-labelledby="delivery-emails">
      <CardHeader>
        <CardTitle id="delivery-emails">Delivery emails</CardTitle>
        <p className="text-muted text-sm">Choose what we email you about each delivery.</p>
      </CardHeader>
      <CardBody>
        {isWanted !== undefined ? (
          <Checkbox
            checked={isPending ? variables : isWanted}
            disabled={isPending}
            onChange={(event) => mutate(event.target.checked)}
          >
            {NEAR_EMAIL_LABEL}
          </Checkbox>
        ) : error ? (
          <LoadError
            title="We couldn't load your delivery emails"
            text="Try again in a moment."
            error={error}
            onRetry={() => void refetch()}
          />
        ) : (
          <Skeleton className="h-6" />
        )}
      </CardBody>
    </Card>
  )
}
