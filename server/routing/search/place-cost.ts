import { positionCost } from './refresh-truck.ts'
import type { State } from './state.ts'
import { walkSchedule } from './walk-schedule.ts'

/** How often a place is overlooked, so that the greedy step does not always repeat itself. */
export const BLINK = 0.01

/** A visit joins a trip, or a reload at the depot comes before or after it and splits the trip. */
export const JOIN = 0
export const RELOAD_BEFORE = 1
export const RELOAD_AFTER = 2

/** Remembers a place if it is the cheapest so far. */
export function offer(state: State, cost: number, after: number, shape: number): void {
  if (cost >= state.bestCost || state.random.next() < BLINK) return
  state.bestCost = cost
  state.bestAfter = after
  state.bestShape = shape
}

/** The added cost of a truck other than the known one, and of misplaced pins. */
export function wishCost(state: State, visit: number, truck: number, node: number): number {
  const { tables } = state
  const known = tables.knownTruck[visit]!
  const cost = known >= 0 && known !== truck ? tables.weights.otherTruck : 0
  if (state.positionPins[truck] === 0 && tables.pinnedPosition[visit] === 0) return cost
  const before = state.positionPins[truck]! > 0 ? positionCost(state, truck, -1, 0) : 0
  return cost + positionCost(state, truck, node, visit) - before
}

/** How much more the schedule costs as it is linked now; infinite if a hard constraint breaks. */
export function timeCostChange(state: State, truck: number, from: number): number {
  const isEmpty = state.stops[truck] === 0
  const start = state.firstStart + truck
  const cost = walkSchedule(state, truck, isEmpty ? start : from, false)
  if (state.walkBroken > state.truckBroken[truck]! + 1e-6) return Number.POSITIVE_INFINITY
  return cost - state.timeCost[truck]!
}
