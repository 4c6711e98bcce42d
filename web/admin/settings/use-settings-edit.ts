import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type DefaultValues, type FieldValues, useForm } from 'react-hook-form'
import type { ZodType } from 'zod'
import type { Settings } from '#contract/staff/settings.ts'
import type { DisplayFields } from '#web/admin/form/changed-fields.ts'
import { useEdit } from '#web/admin/form/use-edit.ts'
import type { SaveMessages } from '#web/admin/form/use-save.ts'
import { settingsQuery } from '#web/api/staff/settings.ts'
import { sendLatest } from './send-latest.ts'

type SettingsEditOptions<Form extends FieldValues> = SaveMessages & {
  settings: Settings
  schema: ZodType<Form, Form>
  toFormValues: (settings: Settings) => DefaultValues<Form>
  toDisplayFields: (settings: Settings) => DisplayFields
  /** `current` has the version that the change is for. */
  send: (values: Form, current: Settings) => Promise<unknown>
}

/** A form for one section of the settings, which follows changes that others make. */
export function useSettingsEdit<Form extends FieldValues>(options: SettingsEditOptions<Form>) {
  const { settings, schema, toFormValues, toDisplayFields, send, ...messages } = options
  const queryClient = useQueryClient()
  const [isSaved, setIsSaved] = useState(false)
  const form = useForm<Form>({
    resolver: zodResolver(schema),
    defaultValues: toFormValues(settings),
  })
  const row = useMemo(() => ({ ...settings, id: 'shop' }), [settings])
  const refetchSettings = () => queryClient.fetchQuery(settingsQuery)
  const edit = useEdit({
    row,
    form,
    toFormValues,
    toDisplayFields,
    save: (values, edited) =>
      sendLatest({
        edited,
        toDisplayFields,
        refetchSettings,
        send: (current) => send(values, current),
      }),
    refetchRow: async (id) => ({ ...(await refetchSettings()), id }),
    onDone: (saved) => {
      form.reset(saved)
      setIsSaved(true)
    },
    ...messages,
    isLive: true,
  })
  return { form, ...edit, isSaved }
}
