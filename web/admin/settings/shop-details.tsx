import { type Settings, SettingsForm } from '#contract/staff/settings.ts'
import { updateSettings } from '#web/api/staff/settings.ts'
import { SettingsEditForm } from './settings-edit-form.tsx'
import { SettingsSection } from './settings-section.tsx'
import { shopDisplayFields } from './shop-field-labels.ts'
import { ShopFields } from './shop-fields.tsx'
import { useSettingsEdit } from './use-settings-edit.ts'

const toFormValues = ({ name, phone, email, city, town, legalContact }: Settings) => ({
  name,
  phone,
  email,
  city,
  town,
  legalContact,
})

export function ShopDetails({ settings }: { settings: Settings }) {
  const edit = useSettingsEdit<SettingsForm>({
    settings,
    schema: SettingsForm,
    toFormValues,
    toDisplayFields: shopDisplayFields,
    send: updateSettings,
    successMessage: 'Shop details saved',
    errorMessage: 'Failed to save shop details',
  })
  return (
    <SettingsSection
      title="Shop details"
      text="How customers see and reach you on the website, in emails and on invoices."
    >
      <SettingsEditForm
        label="Shop details"
        edit={edit}
        savedText="Saved. Customers see it at once."
        saveLabel="Save"
      >
        <ShopFields form={edit.form} />
      </SettingsEditForm>
    </SettingsSection>
  )
}
