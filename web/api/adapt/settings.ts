import { readPlanning } from '#contract/routes/planning-settings.ts'
import type { Settings } from '#contract/staff/settings.ts'
import { toFields } from './read.ts'

/** A backend without planning settings plans by the defaults. */
export function adaptSettings(body: unknown): Settings {
  const settings = toFields(body) as unknown as Settings
  return { ...settings, routing: readPlanning(toFields(settings.routing)) }
}
