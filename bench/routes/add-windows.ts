import type { PlannedRoute, Visit } from '#server/routing/index.ts'
import type { Random } from '#server/routing/search/random.ts'

export type WindowShare = { share: number; seconds: number; isHard: boolean }

/** Gives a share of the visits a window that their planned start lies in, somewhere but at its edge. */
export function addWindows(
  visits: Visit[],
  routes: PlannedRoute[],
  shares: WindowShare[],
  random: Random,
): Visit[] {
  const startsAt = new Map(
    routes
      .flatMap(({ trips }) => trips.flatMap(({ stops }) => stops))
      .map((stop) => [stop.visit, stop.startsAt]),
  )
  return visits.map((visit, index) => {
    let chance = random.next()
    const window = shares.find(({ share }) => {
      chance -= share
      return chance < 0
    })
    if (!window) return visit
    const before = Math.round(window.seconds * (0.1 + 0.8 * random.next()))
    const from = Math.max(0, (startsAt.get(index) ?? 0) - before)
    return {
      ...visit,
      windows: [{ from, to: from + window.seconds }],
      areWindowsHard: window.isHard,
    }
  })
}
