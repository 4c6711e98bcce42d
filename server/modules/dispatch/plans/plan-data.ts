import type { LeftOutDelivery, PlanDifference } from '#contract/routes/plans.ts'
import type { RouteStatus, StopPin } from './problem/day.ts'

/** A stop as the plan found it. */
export type BaseStop = {
  id: string
  orderId: string
  trip: number
  position: number | null
  pin: StopPin
  scheduledTime: string | null
}

export type BaseRoute = {
  id: string
  truckId: string
  version: number
  status: RouteStatus
  isLocked: boolean
  stops: BaseStop[]
}

/** State of a delivery when the plan was made: if it changes, the plan is wrong for it. */
export type BaseDelivery = { door: string; bottles: number }

export type PlanBase = {
  routes: BaseRoute[]
  deliveries: Record<string, BaseDelivery>
}

export type ResultStop = {
  orderId: string
  /** Its schedule, on a truck or unassigned; null if the plan adds one. */
  stopId: string | null
  plannedAt: string
}

export type ResultRoute = {
  truckId: string
  trips: { stops: ResultStop[]; load: number }[]
  minutes: number
  distance: number
}

export type PlanResult = {
  routes: ResultRoute[]
  leftOut: LeftOutDelivery[]
  /** Stops that are taken off their truck, because they fit on none. */
  removed: { stopId: string; orderId: string }[]
  difference: PlanDifference
  warnings: string[]
}

/** Where a stop was before the plan was applied. */
export type StopPlace = {
  id: string
  truckId: string | null
  scheduledDate: string
  trip: number
  position: number | null
  plannedAt: string | null
}

export type PlanUndo = {
  added: string[]
  moved: StopPlace[]
  /** Versions of these stops just after the plan was applied. */
  versions: Record<string, number>
  /** Versions of the routes just after the plan was applied. */
  routes: { id: string; truckId: string; version: number; status: RouteStatus }[]
}
