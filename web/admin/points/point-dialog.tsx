import { zodResolver } from '@hookform/resolvers/zod'
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form'
import { MAX_INSTRUCTIONS } from '#contract/points/instructions.ts'
import { parsePlace, placeText } from '#contract/points/parse-place.ts'
import type { DeliveryPoint } from '#contract/points/points.ts'
import { FormDialog } from '#web/admin/form/form-dialog.tsx'
import { useEdit } from '#web/admin/form/use-edit.ts'
import { updatePoint } from '#web/api/points/staff-points.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Textarea } from '#web/ui/form/textarea.tsx'
import { HoursFields } from './hours-fields.tsx'
import { sourceLabels } from './place-labels.ts'
import { PlaceMap } from './place-map.tsx'
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
      <PinFields form={form} point={point} />
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
        hint="The customer sees and changes these."
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

function PinFields({ form, point }: { form: UseFormReturn<PointValues>; point: DeliveryPoint }) {
  const text = useWatch({ control: form.control, name: 'pin' })
  const pin = parsePlace(text)
  const { placeSource, zipCenter } = point
  const unpinned = placeSource === 'pin' ? zipCenter : point.place
  const center = point.place ?? pin
  const setPin = (pinText: string) =>
    form.setValue('pin', pinText, { shouldDirty: true, shouldValidate: true })
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="mb-1.5 font-semibold text-sm">Place on the map</legend>
      <p className="text-muted text-sm">
        {pin
          ? 'Your pin wins over every other place.'
          : placeSource === 'pin'
            ? 'Without a pin, the imported place or the center of the ZIP code counts.'
            : `${sourceLabels[placeSource]}.`}
      </p>
      <div className="flex items-start gap-3">
        <Field
          label="Pin (latitude, longitude)"
          className="min-w-0 flex-1"
          error={form.formState.errors.pin?.message}
        >
          {(control) => (
            <Input
              autoComplete="off"
              placeholder="41.93, -74.02"
              {...control}
              {...form.register('pin')}
            />
          )}
        </Field>
        <Button
          variant="secondary"
          className="mt-6.5"
          disabled={text.trim() === ''}
          onClick={() => setPin('')}
        >
          Remove pin
        </Button>
      </div>
      {center ? (
        <PlaceMap
          center={center}
          zip={point.zip}
          zipCenter={zipCenter}
          place={pin ?? unpinned ?? center}
          isPinned={pin !== undefined}
          onPin={(place) => setPin(placeText(place))}
        />
      ) : (
        <p className="text-muted text-sm">
          We don't know ZIP code {point.zip}. Enter coordinates to place this door.
        </p>
      )}
    </fieldset>
  )
}
