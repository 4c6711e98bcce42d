import type { Settings } from '#contract/staff/settings.ts'
import { setPlanning } from '#web/api/staff/settings.ts'
import { Button } from '#web/ui/button.tsx'
import { SettingsEditForm } from '../settings-edit-form.tsx'
import { SettingsSection } from '../settings-section.tsx'
import { useSettingsEdit } from '../use-settings-edit.ts'
import { PlanningFields } from './planning-fields.tsx'
import {
  fromPlanningForm,
  PlanningForm,
  planningDefaults,
  planningDisplayFields,
  readPlanningForm,
} from './planning-form.ts'

/** Rules 51 and 53: what plans of routes are made from. */
export function Planning({ settings }: { settings: Settings }) {
  const edit = useSettingsEdit<PlanningForm>({
    settings,
    schema: PlanningForm,
    toFormValues: readPlanningForm,
    toDisplayFields: planningDisplayFields,
    send: (values, current) => setPlanning(fromPlanningForm(values), current),
    successMessage: 'Planning saved',
    errorMessage: 'Failed to save planning',
  })
  const { form } = edit

  function fillDefaults() {
    for (const [name, value] of Object.entries(planningDefaults)) {
      form.setValue(name as keyof PlanningForm, value, { shouldDirty: true, shouldValidate: true })
    }
  }

  return (
    <SettingsSection
      title="Planning"
      text="How long routes take and what a good plan is. Shifts and lunch breaks are set on each truck."
    >
      <SettingsEditForm
        label="Planning"
        edit={edit}
        savedText="Saved. The next plan uses it."
        saveLabel="Save planning"
        untouchedAction={
          <Button variant="ghost" onClick={fillDefaults}>
            Use defaults
          </Button>
        }
      >
        <PlanningFields form={form} />
      </SettingsEditForm>
    </SettingsSection>
  )
}
