import type { RouteVersions } from '#contract/errors.ts'
import type { BaseRoute, BaseStop, PlanBase } from './plan-data.ts'

/** The routes of a date as they are when a plan is applied. */
export type RouteNow = BaseRoute & { stops: (BaseStop & { status: string })[] }

type Now = {
  routes: readonly RouteNow[]
  /** Stops that the shop cancelled, because their delivery was moved, changed or cancelled. */
  withdrawn: ReadonlySet<string>
}

/**
 * Rule 50: the routes that were edited by hand since the plan was made, with both versions. A stop
 * whose delivery was moved or cancelled is no edit: the plan only drops it.
 */
export function findEdits(base: PlanBase, { routes, withdrawn }: Now): RouteVersions[] {
  const before = new Map(base.routes.map((route) => [route.id, route]))
  const present = new Set(routes.map(({ id }) => id))
  const edited = routes.filter((route) => {
    const old = before.get(route.id)
    if (!old) return route.stops.length > 0 || route.isLocked || route.status !== 'draft'
    if (old.status !== route.status || old.isLocked !== route.isLocked) return true
    return !hasSameStops(old, route, withdrawn)
  })
  const gone = base.routes.filter(
    ({ id, stops }) => !present.has(id) && stops.some((stop) => !withdrawn.has(stop.id)),
  )
  return [
    ...edited.map(({ id, truckId, version }) => ({
      routeId: id,
      truckId,
      expectedVersion: before.get(id)?.version ?? null,
      version,
    })),
    ...gone.map(({ id, truckId, version }) => ({
      routeId: id,
      truckId,
      expectedVersion: version,
      version: null,
    })),
  ]
}

function hasSameStops(old: BaseRoute, now: RouteNow, withdrawn: ReadonlySet<string>): boolean {
  const stops = new Map(now.stops.map((stop) => [stop.id, stop]))
  const left = old.stops.filter(({ id }) => stops.has(id) || !withdrawn.has(id))
  return (
    left.length === now.stops.length &&
    left.every((stop) => {
      const same = stops.get(stop.id)
      return same !== undefined && isSameStop(stop, same)
    })
  )
}

const isSameStop = (a: BaseStop, b: BaseStop) =>
  a.orderId === b.orderId &&
  a.trip === b.trip &&
  a.position === b.position &&
  a.pin === b.pin &&
  a.scheduledTime === b.scheduledTime
