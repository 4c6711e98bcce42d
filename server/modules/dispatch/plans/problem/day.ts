import type { PlanningSettings } from '#contract/routes/planning-settings.ts'
import type { TimeWindow } from '#contract/zones/time-window.ts'

export type Place = { lat: number; lon: number }
export type RouteStatus = 'draft' | 'published' | 'out' | 'closed'
export type StopPin = 'none' | 'truck' | 'position' | 'time'

/** One order's delivery, as a plan uses it. */
export type DayDelivery = {
  orderId: string
  /** Deliveries with the same key are one visit. */
  door: string
  bottles: number
  /** Empty bottles that are expected to come aboard. */
  empties: number
  place: Place | null
  /** The window that the customer chose. */
  window: TimeWindow | null
  /** Opening hours of the door. */
  hours: readonly TimeWindow[]
  areHoursHard: boolean
  /** Minutes that the door takes longer than others. */
  extraMinutes?: number
  priority: 'promised' | 'failed_before' | 'other'
  knownTruckId: string | null
  /** The customer's door in standing orders. */
  standingDoor?: string | null
  /** An unassigned schedule, which the plan puts on a truck. */
  stopId: string | null
  /** A time that staff typed. */
  scheduledTime: string | null
}

export type DayStop = DayDelivery & {
  stopId: string
  trip: number
  position: number | null
  pin: StopPin
  /** Where the time is pinned: when the last plan has the truck at the door, by the shop's clock. */
  plannedTime: string | null
  status: 'pending' | 'in-progress' | 'completed'
}

export type DayRoute = {
  id: string
  truckId: string
  version: number
  status: RouteStatus
  isLocked: boolean
  /** In the order of the route. */
  stops: DayStop[]
}

export type DayTruck = {
  id: string
  name: string
  capacity: number
  isInMaintenance: boolean
  from: string | null
  to: string | null
  maxTrips: number | null
  lunch: { minutes: number; earliest: string; latest: string } | null
}

/** Rule 52: the order in which a truck usually visits doors on this weekday. */
type StandingOrder = {
  truckId: string
  stops: readonly { door: string; trip: number }[]
}

/** Everything that a plan of a date is made from. */
export type PlanDay = {
  date: string
  timeZone: string
  settings: PlanningSettings
  /** Null without any known place: then all distances are 0. */
  depot: Place | null
  trucks: DayTruck[]
  routes: DayRoute[]
  unplanned: DayDelivery[]
  /** Number of drivers, and how many of them are away. */
  drivers: { total: number; absent: number }
  standing?: readonly StandingOrder[]
}

/** The time that a plan keeps: the one that staff typed, or else the planned one if it is pinned. */
export const getPinnedTime = (delivery: DayDelivery, stop: DayStop | undefined): string | null =>
  delivery.scheduledTime ?? (stop?.pin === 'time' ? stop.plannedTime : null)

/** A plan leaves these as they are: locked, published or driving. */
export const isFixedRoute = ({ status, isLocked, stops }: DayRoute): boolean =>
  status !== 'draft' || isLocked || stops.some((stop) => stop.status !== 'pending')
