import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { addDays } from '#contract/dates/calendar.ts'
import {
  ClosedDateForm,
  type ClosedDatesResult,
  MAX_CLOSED_AT_ONCE,
} from '#contract/staff/closed-dates.ts'
import type { Settings } from '#contract/staff/settings.ts'
import { useSave } from '#web/admin/form/use-save.ts'
import { failureText, hasCode } from '#web/api/failures.ts'
import { closeDates } from '#web/api/staff/closed-dates.ts'
import { settingsQuery } from '#web/api/staff/settings.ts'
import { showFieldErrors } from '#web/shared/show-field-errors.ts'
import { toast } from '#web/ui/overlay/use-toast.ts'

export type CloseForm = { date: string; last: string; name: string }

const CloseFormSchema = ClosedDateForm.extend({
  name: ClosedDateForm.shape.name.unwrap(),
  last: z.string(),
})
  .refine(({ date, last }) => last === '' || last >= date, {
    path: ['last'],
    error: 'Choose a day on or after the first day',
  })
  .refine(
    ({ date, last }) =>
      last === '' || toDates({ date, last, name: '' }).length <= MAX_CLOSED_AT_ONCE,
    {
      path: ['last'],
      error: `Close at most ${MAX_CLOSED_AT_ONCE} days at once`,
    },
  )

/** One entry per day, at most one too many. */
function toDates({ date, last, name }: CloseForm): { date: string; name: string }[] {
  const dates = [{ date, name }]
  for (let day = date; day < last && dates.length <= MAX_CLOSED_AT_ONCE; ) {
    day = addDays(day, 1)
    dates.push({ date: day, name })
  }
  return dates
}

type Review = { form: CloseForm; result: ClosedDatesResult }

/** A form whose effect the owner reviews before it is saved. */
export function useCloseDates(settings: Settings, onDone: () => void) {
  const queryClient = useQueryClient()
  const [review, setReview] = useState<Review>()
  const [isOutdated, setIsOutdated] = useState(false)
  const form = useForm<CloseForm>({
    resolver: zodResolver(CloseFormSchema),
    defaultValues: { date: '', last: '', name: '' },
  })

  /** Returns to the form. Returns true if it shows the reason. */
  async function explain(error: unknown): Promise<boolean> {
    setReview(undefined)
    if (!hasCode(error, 'stale')) return showFieldErrors(form, error)
    await queryClient.fetchQuery(settingsQuery)
    setIsOutdated(true)
    return true
  }

  const preview = useMutation({
    mutationFn: (values: CloseForm) => closeDates(toDates(values), settings.version, true),
    onSuccess: (result, values) => {
      setIsOutdated(false)
      setReview({ form: values, result })
    },
    onError: async (error) => {
      if (await explain(error)) return
      const description = failureText(error, 'Failed to check the deliveries')
      toast({ title: 'Error', description, variant: 'destructive' })
    },
  })
  const save = useSave<Review>({
    save: ({ form: values, result }) => closeDates(toDates(values), result.settings.version, false),
    successMessage: 'Closed dates saved',
    errorMessage: 'Failed to save closed dates',
    onDone,
    onFailure: explain,
  })
  return {
    form,
    review,
    isOutdated,
    isPending: preview.isPending || save.isPending,
    submit: form.handleSubmit((values) => preview.mutate(values)),
    goBack: () => setReview(undefined),
    confirm: () => review && save.mutate(review),
  }
}
