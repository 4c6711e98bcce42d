import { queryOptions } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import type {
  getSettings,
  Settings,
  SettingsForm,
  updateSettings as updateSettingsEndpoint,
} from '#contract/staff/settings.ts'
import { call } from '../client.ts'

export const settingsQuery = queryOptions({
  queryKey: [apiPaths.adminSettings],
  queryFn: ({ signal }) =>
    call<typeof getSettings>({ method: 'GET', path: apiPaths.adminSettings }, signal),
  // An old version could not be saved.
  staleTime: 0,
})

export function updateSettings(form: SettingsForm, { version }: Pick<Settings, 'version'>) {
  return call<typeof updateSettingsEndpoint>({
    method: 'PATCH',
    path: apiPaths.adminSettings,
    body: { ...form, version },
  })
}
