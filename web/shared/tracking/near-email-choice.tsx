import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { failureText } from '#web/api/failures.ts'
import { setNearEmail } from '#web/api/tracking/near-email.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { toast } from '#web/ui/overlay/use-toast.ts'

export const NEAR_EMAIL_LABEL = 'Email me when the truck is two stops away'

type NearEmailChoiceProps = { orderId: string; isWanted: boolean }

/** Rule 63: asks for the email of one delivery, also as a guest. */
export function NearEmailChoice({ orderId, isWanted }: NearEmailChoiceProps) {
  // Live updates bring the stored choice; a tap is shown at once.
  const [selected, setSelected] = useState<boolean>()
  const { mutate, isPending } = useMutation({
    mutationFn: (wanted: boolean) => setNearEmail(orderId, wanted),
    onMutate: (wanted) => setSelected(wanted),
    onError: (error) => {
      setSelected(undefined)
      toast({
        title: 'Error',
        description: failureText(error, 'Failed to save your choice'),
        variant: 'destructive',
      })
    },
  })
  return (
    <Checkbox
      className="self-start"
      checked={selected ?? isWanted}
      disabled={isPending}
      onChange={(event) => mutate(event.target.checked)}
    >
      {NEAR_EMAIL_LABEL}
    </Checkbox>
  )
}
