import type { SearchOption } from '#web/ui/form/search-select-list.tsx'
import { zoneLabel } from './shop-periods.ts'

const usZones = [
  'America/New_York',
  'America/Chicago',
  'America/Denver',
  'America/Phoenix',
  'America/Los_Angeles',
  'America/Anchorage',
  'Pacific/Honolulu',
  'America/Puerto_Rico',
]

/** The zones of the United States first, then all others. */
export function timeZoneOptions(zones: readonly string[], text: string): SearchOption[] {
  const words = text.toLowerCase().split(/[\s_/]+/)
  const known = new Set([...usZones, ...zones])
  return [...known]
    .map((zone) => ({ value: zone, label: zoneLabel(zone) }))
    .filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)))
}
