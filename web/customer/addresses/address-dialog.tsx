import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { MAX_INSTRUCTIONS } from '#contract/points/instructions.ts'
import { type OwnPoint, OwnPointForm } from '#contract/points/points.ts'
import { failureText, hasCode } from '#web/api/failures.ts'
import { ownPointsQuery, updateOwnPoint } from '#web/api/points/own-points.ts'
import { showFieldErrors } from '#web/shared/show-field-errors.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/overlay/use-toast.ts'

type AddressDialogProps = { point: OwnPoint; onClose: () => void }

const toValues = ({ gateCode, instructions }: OwnPoint): OwnPointForm => ({
  gateCode: gateCode ?? '',
  instructions: instructions ?? '',
})

export function AddressDialog({ point, onClose }: AddressDialogProps) {
  const queryClient = useQueryClient()
  // The version that filled the form; a newer one is shown before it is replaced.
  const [known, setKnown] = useState(point)
  const isStale = known.version !== point.version
  const form = useForm<OwnPointForm>({
    resolver: zodResolver(OwnPointForm),
    defaultValues: toValues(point),
  })
  const { errors } = form.formState
  const { mutate, isPending } = useMutation({
    mutationFn: (values: OwnPointForm) =>
      updateOwnPoint({
        ...values,
        address: point.address,
        zip: point.zip,
        version: known.version,
      }),
    onSuccess: () => {
      toast({ title: 'Instructions saved' })
      onClose()
      void queryClient.invalidateQueries({ queryKey: ownPointsQuery.queryKey })
    },
    onError: async (error) => {
      if (hasCode(error, 'stale')) {
        await queryClient.invalidateQueries({ queryKey: ownPointsQuery.queryKey })
        return
      }
      if (showFieldErrors(form, error)) return
      toast({
        title: 'Error',
        description: failureText(error, 'Failed to save your instructions'),
        variant: 'destructive',
      })
    },
  })

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title="Instructions for the driver"
      description={<span className="wrap-anywhere">{point.address}</span>}
    >
      <form
        noValidate
        onSubmit={form.handleSubmit((values) => mutate(values))}
        className="flex flex-col gap-5"
      >
        {isStale ? (
          <Alert
            urgent
            tone="warning"
            title="Someone else changed these"
            action={
              <Button variant="secondary" size="small" onClick={() => setKnown(point)}>
                Keep mine
              </Button>
            }
          >
            <span className="wrap-anywhere">
              Now: {point.instructions || 'no instructions'}
              {point.gateCode ? `, gate code ${point.gateCode}` : ''}. We haven't saved your
              changes.
            </span>
          </Alert>
        ) : null}
        <Field
          label="Instructions"
          hint="Such as where to leave the bottles."
          error={errors.instructions?.message}
        >
          {(control) => (
            <Textarea
              maxLength={MAX_INSTRUCTIONS}
              {...control}
              {...form.register('instructions')}
            />
          )}
        </Field>
        <Field label="Gate code" error={errors.gateCode?.message}>
          {(control) => <Input autoComplete="off" {...control} {...form.register('gateCode')} />}
        </Field>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={isPending || isStale}>
            {isPending ? 'Saving...' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
