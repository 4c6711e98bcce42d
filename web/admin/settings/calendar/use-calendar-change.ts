import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { CalendarChange, type CalendarResult, type Settings } from '#contract/staff/settings.ts'
import { type ChangedField, changedFields } from '#web/admin/form/changed-fields.ts'
import { useSave } from '#web/admin/form/use-save.ts'
import { sendLatest } from '#web/admin/settings/send-latest.ts'
import { failureText, hasCode } from '#web/api/failures.ts'
import { changeCalendar, settingsQuery } from '#web/api/staff/settings.ts'
import { showFieldErrors } from '#web/shared/show-field-errors.ts'
import { toast } from '#web/ui/overlay/use-toast.ts'
import { calendarDisplayFields, shopPeriods } from './shop-periods.ts'

type Review = { period: CalendarChange; result: CalendarResult }

/** A form whose effect the owner reviews before it is saved. */
export function useCalendarChange(settings: Settings, onDone: () => void) {
  const queryClient = useQueryClient()
  const [edited, setEdited] = useState(settings)
  const [changes, setChanges] = useState<readonly ChangedField[]>()
  const [review, setReview] = useState<Review>()
  const { current, planned } = shopPeriods(settings, new Date())
  const form = useForm<CalendarChange>({
    resolver: zodResolver(CalendarChange),
    defaultValues: planned ?? { ...current, from: '' },
  })
  const refetchSettings = () => queryClient.fetchQuery(settingsQuery)

  const send = (period: CalendarChange, isPreview: boolean) =>
    sendLatest({
      edited,
      toDisplayFields: calendarDisplayFields,
      refetchSettings,
      send: (latest) => changeCalendar(period, latest, isPreview),
    })

  /** Returns to the form. Returns true if it shows the reason. */
  async function explain(error: unknown): Promise<boolean> {
    setReview(undefined)
    if (hasCode(error, 'stale')) {
      const latest = await refetchSettings()
      setChanges(changedFields(calendarDisplayFields(edited), calendarDisplayFields(latest)))
      setEdited(latest)
      return true
    }
    return showFieldErrors(form, error)
  }

  const preview = useMutation({
    mutationFn: (period: CalendarChange) => send(period, true),
    onSuccess: (result, period) => {
      setChanges(undefined)
      setReview({ period, result })
    },
    onError: async (error) => {
      if (await explain(error)) return
      const description = failureText(error, 'Failed to check the change')
      toast({ title: 'Error', description, variant: 'destructive' })
    },
  })
  const save = useSave<CalendarChange>({
    save: (period) => send(period, false),
    successMessage: 'Delivery times saved',
    errorMessage: 'Failed to save delivery times',
    onDone,
    onFailure: explain,
  })
  return {
    form,
    planned,
    changes,
    review,
    isPending: preview.isPending || save.isPending,
    submit: form.handleSubmit((period) => preview.mutate(period)),
    goBack: () => setReview(undefined),
    confirm: () => review && save.mutate(review.period),
  }
}
