import type {
  DayChange,
  DayChangeCounts,
  DayChangeResult,
  UndoneDayChange,
} from '#contract/zones/day-changes.ts'
import type { Zone } from '#contract/zones/zones.ts'
import { toRows } from './own-rows.ts'
import { toFields, toNumber } from './read.ts'

/** A zone with its lists. What another backend leaves out is empty. */
export function adaptZone(body: unknown): Zone {
  const zone = toFields(body)
  return {
    ...(zone as unknown as Zone),
    zips: toRows(zone.zips),
    routeDays: toRows<Zone['routeDays'][number]>(zone.routeDays).map((day) => ({
      ...day,
      everyWeeks: day.everyWeeks ?? 1,
    })),
  }
}

export function adaptDayChange(body: unknown): DayChange {
  const change = toFields(body)
  return {
    ...(change as unknown as DayChange),
    undoSeconds: toNumber(change.undoSeconds) ?? 0,
    counts: adaptCounts(change.counts),
  }
}

export function adaptDayChangeResult(body: unknown): DayChangeResult {
  const result = toFields(body)
  return {
    ...(result as unknown as DayChangeResult),
    deliveries: toRows(result.deliveries),
    runDry: toRows(result.runDry),
    counts: adaptCounts(result.counts),
  }
}

export function adaptUndoneDayChange(body: unknown): UndoneDayChange {
  const { restored, skipped } = toFields(body)
  return { restored: toNumber(restored) ?? 0, skipped: toRows(skipped) }
}

function adaptCounts(body: unknown): DayChangeCounts {
  const { deliveries, charges, emails, stops, planned, staying } = toFields(body)
  return {
    deliveries: toNumber(deliveries) ?? 0,
    charges: toNumber(charges) ?? 0,
    emails: toNumber(emails) ?? 0,
    stops: toNumber(stops) ?? 0,
    planned: toNumber(planned) ?? 0,
    staying: toNumber(staying) ?? 0,
  }
}
