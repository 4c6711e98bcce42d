import { readPlanning } from '#contract/routes/planning-settings.ts'
import * as contract from '#contract/staff/settings.ts'
import type { Mount } from '#server/http/mount/mount.ts'
import type { LiveShop } from './live-shop.ts'
import { readSettings, type SettingsRow } from './read-settings.ts'
import { type ReassignDates, type UpdateDeps, updateSettings } from './update-settings.ts'

type RouteDeps = UpdateDeps & { liveShop: LiveShop; reassignDates: ReassignDates }

export function settingsRoutes(mount: Mount, deps: RouteDeps): void {
  mount(contract.getSettings, async () => toSettings(await readSettings(deps.db)))
  mount(contract.updateSettings, async ({ user, body, query }) => {
    const isPreview = query.preview === 'true'
    const { row, landing } = await updateSettings(deps, user, body, isPreview)
    if (!isPreview) deps.liveShop.apply(row)
    return { ...toSettings(row), ...(landing && { landing }) }
  })
}

export const toSettings = ({ id: _, updatedAt, calendar, routing, ...settings }: SettingsRow) => ({
  ...settings,
  routing: readPlanning(routing),
  calendar: {
    periods: [...calendar.periods],
    closedDates: [...(calendar.closedDates ?? [])],
  },
})
