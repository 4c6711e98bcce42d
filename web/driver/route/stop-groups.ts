import type { DriverRoute } from '#contract/driver/route.ts'
import type { AddedStop, RouteView } from './route-view.ts'
import { isSkipped, type Visit } from './visits.ts'

/** Stops of a list below one heading, which a route with one trip does not need. */
export type StopGroup = { heading: string | null; visits: Visit[]; added: AddedStop[] }

/** The stops after the next one. Skipped stops wait until all trips are done. */
export function laterGroups(route: DriverRoute, { open }: RouteView): StopGroup[] {
  const later = open.slice(1)
  if (!hasSeveralTrips(route)) return withoutEmpty([{ heading: null, visits: later, added: [] }])
  return withoutEmpty([
    ...byTrip(later.filter((visit) => !isSkipped(visit))),
    { heading: 'Skipped for now', visits: later.filter(isSkipped), added: [] },
  ])
}

export function doneGroups(route: DriverRoute, { done, added }: RouteView): StopGroup[] {
  if (!hasSeveralTrips(route)) return withoutEmpty([{ heading: null, visits: done, added }])
  return byTrip(done, added)
}

const hasSeveralTrips = ({ trips }: DriverRoute) => trips.length > 1

const withoutEmpty = (groups: StopGroup[]) =>
  groups.filter(({ visits, added }) => visits.length + added.length > 0)

function byTrip(visits: readonly Visit[], added: readonly AddedStop[] = []): StopGroup[] {
  const trips = new Set([...visits, ...added].map(({ trip }) => trip))
  return [...trips]
    .sort((a, b) => a - b)
    .map((number) => ({
      heading: `Trip ${number}`,
      visits: visits.filter(({ trip }) => trip === number),
      added: added.filter(({ trip }) => trip === number),
    }))
}
