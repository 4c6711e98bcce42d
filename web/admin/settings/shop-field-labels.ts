import type { Settings, SettingsForm } from '#contract/staff/settings.ts'
import type { DisplayFields } from '#web/admin/form/changed-fields.ts'

export const shopFieldLabels = {
  name: 'Shop name',
  phone: 'Phone',
  email: 'Email',
  city: 'City and state',
  town: 'Town on legal pages',
  legalContact: 'More contact lines on legal pages',
} as const satisfies Record<keyof SettingsForm, string>

const fieldNames = Object.keys(shopFieldLabels) as (keyof SettingsForm)[]

export const shopDisplayFields = (settings: Settings): DisplayFields =>
  Object.fromEntries(fieldNames.map((name) => [shopFieldLabels[name], settings[name]]))
