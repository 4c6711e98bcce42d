import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { routeDayText } from '#contract/zones/route-day-text.ts'
import { type Zone, ZoneForm } from '#contract/zones/zones.ts'
import { FormDialog } from '#web/admin/form/form-dialog.tsx'
import { useEdit } from '#web/admin/form/use-edit.ts'
import { useSave } from '#web/admin/form/use-save.ts'
import {
  createZone,
  previewNewZone,
  previewZone,
  updateZone,
  zonesQuery,
} from '#web/api/staff/zones.ts'
import { showFieldErrors } from '#web/shared/show-field-errors.ts'
import { useLandingReview } from './use-landing-review.tsx'
import { ZoneFields } from './zone-fields.tsx'
import { toZoneForm, toZoneValues, ZoneValues } from './zone-values.ts'

const useZoneForm = (zone?: Zone) =>
  useForm<ZoneValues>({ resolver: zodResolver(ZoneValues), defaultValues: toZoneValues(zone) })

const parse = (values: ZoneValues) => ZoneForm.parse(toZoneForm(values))

export function AddZoneDialog({ onClose }: { onClose: () => void }) {
  const form = useZoneForm()
  const review = useLandingReview((values) => previewNewZone(parse(values)))
  const { mutate, isPending } = useSave<ZoneValues>({
    save: (values) => createZone(parse(values)),
    onDone: onClose,
    onFailure: async (error) => showFieldErrors(form, error),
    successMessage: 'Zone added',
    errorMessage: 'Failed to add the zone',
  })
  return (
    <FormDialog
      title="Add zone"
      submitLabel={review.submitLabel ?? 'Add zone'}
      isPending={isPending || review.isChecking}
      onSubmit={form.handleSubmit(async (values) => {
        if (await review.check(values)) mutate(values)
      })}
      onClose={onClose}
    >
      <ZoneFields form={form} />
      {review.notice}
    </FormDialog>
  )
}

const toDisplayFields = ({ name, zips, routeDays }: Zone) => ({
  Name: name,
  'ZIP codes': zips.join(', '),
  'Route days': routeDays.map(routeDayText).join('; '),
})

export function EditZoneDialog({ zone, onClose }: { zone: Zone; onClose: () => void }) {
  const form = useZoneForm(zone)
  const review = useLandingReview((values) => previewZone(zone, parse(values)))
  const queryClient = useQueryClient()
  const { submit, isPending, changes } = useEdit<Zone, ZoneValues>({
    row: zone,
    form,
    toFormValues: toZoneValues,
    toDisplayFields,
    save: (values, editedRow) => updateZone(editedRow, parse(values)),
    refetchRow: async (id) => {
      const zones = await queryClient.fetchQuery({ ...zonesQuery, staleTime: 0 })
      return zones.find((latest) => latest.id === id)
    },
    onDone: onClose,
    successMessage: 'Zone saved',
    errorMessage: 'Failed to save the zone',
  })
  return (
    <FormDialog
      title="Edit zone"
      submitLabel={review.submitLabel ?? 'Save'}
      isPending={isPending || review.isChecking}
      changes={changes}
      onSubmit={form.handleSubmit(async (values) => {
        if (await review.check(values)) await submit()
      })}
      onClose={onClose}
    >
      <ZoneFields form={form} />
      {review.notice}
    </FormDialog>
  )
}
