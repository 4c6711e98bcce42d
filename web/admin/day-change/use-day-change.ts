import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { DayChangeForm, DayChangeResult } from '#contract/zones/day-changes.ts'
import { useSave } from '#web/admin/form/use-save.ts'
import { failureText } from '#web/api/failures.ts'
import { fieldErrors } from '#web/api/field-errors.ts'
import { applyDayChange, previewDayChange } from '#web/api/staff/zones.ts'
import { showFieldErrors } from '#web/shared/show-field-errors.ts'
import { toast } from '#web/ui/overlay/use-toast.ts'
import type { ExtraStops } from './run-dry-list.tsx'

export type DayValues = {
  date: string
  area: 'shop' | 'zones'
  zoneIds: string[]
  kind: 'closed' | 'moved'
  toDate: string
  reason: string
}

const empty: DayValues = {
  date: '',
  area: 'shop',
  zoneIds: [],
  kind: 'closed',
  toDate: '',
  reason: '',
}

const toBody = ({ date, area, zoneIds, kind, toDate, reason }: DayValues): DayChangeForm => ({
  date,
  kind,
  reason,
  ...(area === 'zones' && { zoneIds }),
  ...(kind === 'moved' && { toDate }),
})

export type DayReview = { values: DayValues; result: DayChangeResult; extraStops: ExtraStops }

const toStops = (extraStops: ExtraStops) =>
  Object.entries(extraStops).map(([orderId, date]) => ({ orderId, date }))

/** A form whose effect staff review before it is applied. The server checks every field. */
export function useDayChange() {
  const [review, setReview] = useState<DayReview>()
  const form = useForm<DayValues>({ defaultValues: empty })
  const explain = (error: unknown) => {
    setReview(undefined)
    return showFieldErrors(form, error)
  }
  const preview = useMutation({
    mutationFn: (values: DayValues) => previewDayChange(toBody(values)),
    onSuccess: (result, values) => setReview({ values, result, extraStops: {} }),
    onError: (error) => {
      if (explain(error)) return
      const description = failureText(error, 'Failed to check the deliveries')
      toast({ title: 'Error', description, variant: 'destructive' })
    },
  })
  const apply = useSave<DayReview>({
    save: ({ values, extraStops }) =>
      applyDayChange({ ...toBody(values), extraStops: toStops(extraStops) }),
    successMessage: 'Day changed',
    errorMessage: 'Failed to change the day',
    onDone: () => {
      setReview(undefined)
      form.reset(empty)
    },
    // A date of an extra stop is corrected in the review.
    onFailure: async (error) => !fieldErrors(error).extraStops && explain(error),
  })
  return {
    form,
    review,
    isPending: preview.isPending || apply.isPending,
    submit: form.handleSubmit((values) => preview.mutate(values)),
    goBack: () => setReview(undefined),
    setExtraStops: (extraStops: ExtraStops) => setReview((seen) => seen && { ...seen, extraStops }),
    apply: () => review && apply.mutate(review),
  }
}
