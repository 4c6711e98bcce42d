import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Settings } from '#contract/staff/settings.ts'
import { ChangedNotice } from '#web/admin/form/changed-notice.tsx'
import { useEdit } from '#web/admin/form/use-edit.ts'
import { setPlanning, settingsQuery } from '#web/api/staff/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { sendLatest } from '../send-latest.ts'
import { SettingsSection } from '../settings-section.tsx'
import { PlanningFields } from './planning-fields.tsx'
import {
  fromPlanningForm,
  PlanningForm,
  planningDefaults,
  planningDisplayFields,
  planningOf,
} from './planning-form.ts'

/** Rules 51 and 53: what plans of routes are made from. */
export function Planning({ settings }: { settings: Settings }) {
  const queryClient = useQueryClient()
  const [isSaved, setIsSaved] = useState(false)
  const form = useForm<PlanningForm>({
    resolver: zodResolver(PlanningForm),
    defaultValues: planningOf(settings),
  })
  const row = useMemo(() => ({ ...settings, id: 'shop' }), [settings])
  const refetchSettings = () => queryClient.fetchQuery(settingsQuery)
  const { submit, isTouched, isPending, changes, discard } = useEdit({
    row,
    form,
    toFormValues: planningOf,
    toDisplayFields: planningDisplayFields,
    save: (values, edited) =>
      sendLatest({
        edited,
        toDisplayFields: planningDisplayFields,
        refetchSettings,
        send: (current) => setPlanning(fromPlanningForm(values), current),
      }),
    refetchRow: async (id) => ({ ...(await refetchSettings()), id }),
    onDone: (saved) => {
      form.reset(saved)
      setIsSaved(true)
    },
    successMessage: 'Planning saved',
    errorMessage: 'Failed to save planning',
    isLive: true,
  })

  function fillDefaults() {
    for (const [name, value] of Object.entries(planningDefaults)) {
      form.setValue(name as keyof PlanningForm, value, { shouldDirty: true, shouldValidate: true })
    }
  }

  const status = isTouched ? 'Unsaved changes' : isSaved ? 'Saved. The next plan uses it.' : ''
  return (
    <SettingsSection
      title="Planning"
      text="How long routes take and what a good plan is. Shifts and lunch breaks are set on each truck."
    >
      <Card>
        <form
          aria-label="Planning"
          noValidate
          onSubmit={(event) => {
            if (isTouched && !isPending) return submit(event)
            event.preventDefault()
          }}
        >
          <div className="flex flex-col gap-7 p-5 sm:p-7">
            {changes ? <ChangedNotice changes={changes} /> : null}
            <PlanningFields form={form} />
          </div>
          <div className="flex flex-col gap-3 border-line border-t px-5 py-4 sm:flex-row sm:items-center sm:px-7">
            <p role="status" className="flex-1 text-muted text-sm max-sm:empty:-mb-3">
              {status}
            </p>
            {isTouched && !isPending ? (
              <Button variant="ghost" onClick={discard}>
                Discard changes
              </Button>
            ) : (
              <Button variant="ghost" onClick={fillDefaults}>
                Use defaults
              </Button>
            )}
            <Button type="submit" aria-disabled={!isTouched || isPending}>
              {isPending ? 'Saving...' : 'Save planning'}
            </Button>
          </div>
        </form>
      </Card>
    </SettingsSection>
  )
}
