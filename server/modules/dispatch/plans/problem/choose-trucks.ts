import type { PlanScope } from '#contract/routes/plans.ts'
import { type DayTruck, isFixedRoute, type PlanDay } from './day.ts'

type TruckSelection = { trucks: DayTruck[]; warnings: string[] }

/**
 * The trucks that a plan may use: not in maintenance, without a route that stays as it is, and no
 * more than there are drivers. Absences count against the drivers, or against the trucks where not
 * every driver has been added.
 */
export function chooseTrucks(day: PlanDay, scope: PlanScope): TruckSelection {
  const routesByTruck = new Map(day.routes.map((route) => [route.truckId, route]))
  const isFree = ({ id, isInMaintenance }: DayTruck) => {
    const route = routesByTruck.get(id)
    return !isInMaintenance && !(route && isFixedRoute(route))
  }
  const free = day.trucks.filter(isFree)
  const hasStops = ({ id }: DayTruck) => (routesByTruck.get(id)?.stops.length ?? 0) > 0
  if (scope === 'reorder') return { trucks: free.filter(hasStops), warnings: [] }
  const { total, absent } = day.drivers
  const busy = day.routes.filter(isFixedRoute).length
  const limit = Math.max(0, Math.max(total - busy, free.length) - absent)
  if (limit >= free.length) return { trucks: free, warnings: [] }
  // Trucks whose stops stay come first, then the large ones.
  const isNeeded = (truck: DayTruck) =>
    Boolean(
      routesByTruck
        .get(truck.id)
        ?.stops.some(({ pin, scheduledTime }) => pin !== 'none' || scheduledTime !== null),
    )
  const rank = (truck: DayTruck) =>
    (scope === 'unplanned' && hasStops(truck) ? 2 : 0) + (isNeeded(truck) ? 1 : 0)
  const ranked = [...free].sort((a, b) => rank(b) - rank(a) || b.capacity - a.capacity)
  const needed = free.filter((truck) => rank(truck) > 0).length
  const kept = new Set(ranked.slice(0, Math.max(limit, needed)))
  const trucks = free.filter((truck) => kept.has(truck))
  const idle = free.length - trucks.length
  if (idle === 0) return { trucks, warnings: [] }
  const drivers = absent === 1 ? '1 driver is' : `${absent} drivers are`
  const left = idle === 1 ? '1 truck is' : `${idle} trucks are`
  return { trucks, warnings: [`${drivers} away, so ${left} left out.`] }
}
