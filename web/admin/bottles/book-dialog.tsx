import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { RouteDifference } from '#contract/bottles/staff-bottles.ts'
import { apiPaths } from '#contract/paths.ts'
import { FormDialog } from '#web/admin/form/form-dialog.tsx'
import { useSave } from '#web/admin/form/use-save.ts'
import { bookDifference, reverseBottles } from '#web/api/bottles/staff-bottles.ts'
import { showFieldErrors } from '#web/shared/show-field-errors.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'

type BookDialogProps = {
  route: RouteDifference
  name: string
  /** Bottles that are not booked yet. */
  missing: number
  onClose: () => void
}

/** Rule 61: books the rest of a route's difference, or takes the latest booking back. */
export function BookDialog({ route, name, missing, onClose }: BookDialogProps) {
  const queries = useQueryClient()
  // A request that is sent again after a lost response is booked once.
  const [requestId] = useState(() => crypto.randomUUID())
  const form = useForm({ defaultValues: { reason: '' } })
  const isBooking = missing !== 0
  const { mutate, isPending } = useSave({
    save: async ({ reason }: { reason: string }): Promise<unknown> =>
      isBooking
        ? bookDifference(route.routeId, { reason, requestId })
        : reverseBottles(route.booked?.eventId ?? '', reason),
    onDone: () => {
      void queries.invalidateQueries({ queryKey: [apiPaths.adminBottles] })
      onClose()
    },
    onFailure: async (error) => showFieldErrors(form, error),
    successMessage: isBooking ? 'Difference booked' : 'Booking undone',
    errorMessage: isBooking ? 'Failed to book the difference' : 'Failed to undo booking',
  })
  const title = isBooking ? `Book as ${missing > 0 ? 'lost' : 'found'}` : 'Undo booking'
  const bottles = Math.abs(missing) === 1 ? '1 bottle' : `${Math.abs(missing)} bottles`
  return (
    <FormDialog
      title={title}
      description={
        isBooking
          ? `${name}: ${bottles}. The route's counts won't change.`
          : `${name}: ${route.booked?.reason} (${route.booked?.staffEmail}). The difference is open again.`
      }
      submitLabel={title}
      isPending={isPending}
      onSubmit={form.handleSubmit((values) => mutate(values))}
      onClose={onClose}
    >
      <Field label="Reason" error={form.formState.errors.reason?.message}>
        {(control) => <Input maxLength={200} {...control} {...form.register('reason')} />}
      </Field>
    </FormDialog>
  )
}
