import type { PlanningSettings } from '#contract/routes/planning-settings.ts'
import type { TimeWindow } from '#contract/zones/time-window.ts'
import type { Visit } from '#server/routing/index.ts'
import type { PlanVisit } from './group-visits.ts'
import { parseSeconds } from './times.ts'

/** Large orders are unloaded by the pallet. */
const MAX_SERVICE_SECONDS = 3_600

type Priority = Visit['priority']
const priorities: readonly Priority[] = ['promised', 'failed_before', 'other']

export function toSolverVisit(visit: PlanVisit, point: number, settings: PlanningSettings): Visit {
  const { deliveries, pinnedTruck, pinnedPosition, pinnedTime, isKept, knownTruck } = visit
  const sum = (read: (delivery: (typeof deliveries)[number]) => number) =>
    deliveries.reduce((total, delivery) => total + read(delivery), 0)
  const full = sum(({ bottles }) => bottles)
  const extraMinutes = Math.max(0, ...deliveries.map((delivery) => delivery.extraMinutes ?? 0))
  const seconds = settings.secondsPerStop + settings.secondsPerBottle * full + 60 * extraMinutes
  const pin = {
    ...(pinnedTruck !== undefined && { truck: pinnedTruck }),
    ...(pinnedPosition !== undefined && { position: pinnedPosition }),
    ...(pinnedTime && { time: parseSeconds(pinnedTime) }),
  }
  return {
    point,
    full,
    empties: sum(({ empties }) => empties),
    serviceSeconds: Math.min(seconds, MAX_SERVICE_SECONDS + 60 * extraMinutes),
    ...toWindows(visit),
    releasedAt: 0,
    ...(Object.keys(pin).length > 0 && { pin }),
    priority:
      priorities.find((name) => deliveries.some(({ priority }) => priority === name)) ?? 'other',
    ...(knownTruck !== undefined && { knownTruck }),
    ...(isKept && { isKept }),
  }
}

type Windows = Pick<Visit, 'windows' | 'areWindowsHard'>

/**
 * A customer's window is soft. Opening hours may be hard: then the part of the window that they
 * contain is hard too, because the solver has one kind of window per visit.
 */
function toWindows({ deliveries }: PlanVisit): Windows {
  const hours = deliveries.find((delivery) => delivery.hours.length > 0)
  const chosen = deliveries.find(({ window }) => window !== null)?.window
  const open = sorted(hours?.hours ?? [])
  if (!chosen) return { windows: open, areWindowsHard: hours?.areHoursHard ?? false }
  const window = toSeconds(chosen)
  if (open.length === 0) return { windows: [window], areWindowsHard: false }
  const common = open
    .map(({ from, to }) => ({ from: Math.max(from, window.from), to: Math.min(to, window.to) }))
    .filter(({ from, to }) => from < to)
  return {
    windows: common.length > 0 ? common : open,
    areWindowsHard: hours?.areHoursHard ?? false,
  }
}

const toSeconds = ({ from, to }: TimeWindow) => ({ from: parseSeconds(from), to: parseSeconds(to) })

/** By start, with those joined that touch or overlap. */
function sorted(hours: readonly TimeWindow[]) {
  const joined: { from: number; to: number }[] = []
  for (const window of hours.map(toSeconds).sort((a, b) => a.from - b.from)) {
    const last = joined.at(-1)
    if (last && window.from <= last.to) last.to = Math.max(last.to, window.to)
    else joined.push(window)
  }
  return joined
}
