import { zodResolver } from '@hookform/resolvers/zod'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { MAX_INSTRUCTIONS } from '#contract/points/instructions.ts'
import type { DeliveryPoint } from '#contract/points/points.ts'
import { FormDialog } from '#web/admin/form/form-dialog.tsx'
import { useEdit } from '#web/admin/form/use-edit.ts'
import { updatePoint } from '#web/api/points/staff-points.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { HoursFields } from './hours-fields.tsx'
import { PlaceFields } from './place-fields.tsx'
import { PointValues, toDisplayFields, toForm, toValues } from './point-values.ts'

type PointDialogProps = {
  point: DeliveryPoint
  refetchPoint: () => Promise<DeliveryPoint | undefined>
  onClose: () => void
}

export function PointDialog({ point, refetchPoint, onClose }: PointDialogProps) {
  const form = useForm<PointValues>({
    resolver: zodResolver(PointValues),
    defaultValues: toValues(point),
  })
  const { submit, isPending, changes } = useEdit({
    row: point,
    form,
    toFormValues: toValues,
    toDisplayFields,
    refetchRow: refetchPoint,
    save: (values, { address, zip, version }) =>
      updatePoint(point.customerId, { ...toForm(values), address, zip, version }),
    onDone: onClose,
    successMessage: 'Delivery point updated',
    errorMessage: 'Failed to update delivery point',
  })
  return (
    <FormDialog
      title="Delivery point"
      description={<span className="wrap-anywhere">{addressText(point)}</span>}
      submitLabel="Save"
      isPending={isPending}
      changes={changes}
      onSubmit={submit}
      onClose={onClose}
    >
      {point.instructions && point.guestInstructions ? (
        <Alert tone="warning" title="Entered at a checkout without login">
          <span className="wrap-anywhere">{point.guestInstructions}</span>
        </Alert>
      ) : null}
      <TextFields form={form} />
      <PlaceFields form={form} point={point} />
      <HoursFields form={form} />
      <Field
        label="Extra minutes at the door"
        hint="How much longer this stop takes than others, such as for stairs."
        error={form.formState.errors.extraMinutes?.message}
      >
        {(control) => (
          <Input
            inputMode="numeric"
            placeholder="0"
            {...control}
            {...form.register('extraMinutes')}
          />
        )}
      </Field>
    </FormDialog>
  )
}

const addressText = ({ address, city, zip }: DeliveryPoint) =>
  [address, [city, zip].filter(Boolean).join(' ')].join(', ')

function TextFields({ form }: { form: UseFormReturn<PointValues> }) {
  const { errors } = form.formState
  return (
    <>
      <Field label="Gate code" error={errors.gateCode?.message}>
        {(control) => <Input autoComplete="off" {...control} {...form.register('gateCode')} />}
      </Field>
      <Field
        label="Instructions"
        hint="The customer can see and change these."
        error={errors.instructions?.message}
      >
        {(control) => (
          <Textarea maxLength={MAX_INSTRUCTIONS} {...control} {...form.register('instructions')} />
        )}
      </Field>
      <Field
        label="Notes for drivers"
        hint="The customer doesn't see these."
        error={errors.notes?.message}
      >
        {(control) => (
          <Textarea maxLength={MAX_INSTRUCTIONS} {...control} {...form.register('notes')} />
        )}
      </Field>
    </>
  )
}
