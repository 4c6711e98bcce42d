import type { Settings } from '#contract/staff/settings.ts'
import { changedFields, type DisplayFields } from '#web/admin/form/changed-fields.ts'
import { hasCode } from '#web/api/failures.ts'

type LatestOptions<Reply> = {
  edited: Settings
  /** The fields of the form. All sections of the settings share one version. */
  toDisplayFields: (settings: Settings) => DisplayFields
  refetchSettings: () => Promise<Settings>
  send: (settings: Settings) => Promise<Reply>
}

/** Sends a change again if another section was changed in the meantime. */
export async function sendLatest<Reply>(options: LatestOptions<Reply>): Promise<Reply> {
  const { edited, toDisplayFields, refetchSettings, send } = options
  try {
    return await send(edited)
  } catch (error) {
    if (!hasCode(error, 'stale')) throw error
    const latest = await refetchSettings()
    if (changedFields(toDisplayFields(edited), toDisplayFields(latest)).length) throw error
    return send(latest)
  }
}
