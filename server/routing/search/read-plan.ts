import type { Plan, PlannedRoute, PlannedTrip } from '../problem.ts'
import { positionCost, truckCost } from './refresh-truck.ts'
import type { State } from './state.ts'
import { BROKEN } from './tables.ts'
import { walkSchedule } from './walk-schedule.ts'
import { whyLeftOut } from './why-left-out.ts'

/** Reads the routes of the state, with their times written out. */
export function readPlan(state: State, iterations: number): Plan {
  const { tables, stops } = state
  const routes: PlannedRoute[] = []
  let cost = 0
  for (let truck = 0; truck < tables.truckCount; truck++) {
    if (stops[truck] === 0) continue
    routes.push(readRoute(state, truck))
    cost += truckCost(state, truck) - state.truckBroken[truck]! * BROKEN
    if (state.positionPins[truck]! > 0) cost -= positionCost(state, truck, -1, 0)
  }
  const leftOut = [...state.open.subarray(0, state.openCount)]
    .sort((a, b) => a - b)
    .map((node) => ({ visit: node - 1, reason: whyLeftOut(state, node) }))
  return { routes, leftOut, cost, iterations }
}

/** Repeats the legs of the stored schedule, because `walkSchedule` stores only when each node is left. */
function readRoute(state: State, truck: number): PlannedRoute {
  const { tables, next, row, leaves, hadLunch, firstEnd, firstReload } = state
  const start = state.firstStart + truck
  walkSchedule(state, truck, start, true)
  const lunchLatest = tables.lunchLatest[truck]!
  const lunchSeconds = tables.lunchSeconds[truck]!
  const route: PlannedRoute = { truck, trips: [] }
  let trip: PlannedTrip = { leavesAt: state.startsAt[truck]!, returnsAt: 0, stops: [] }
  route.trips.push(trip)
  let time = state.startsAt[truck]!
  let node = start
  for (;;) {
    const to = next[node]!
    const travel = tables.times[row[node]! * tables.width + row[to]!]!
    const isEnd = to >= firstEnd && to < firstReload
    let needsLunch = lunchSeconds > 0 && hadLunch[node] === 0 && (isEnd || hadLunch[to] === 1)
    if (needsLunch && leaves[node]! + travel > lunchLatest) {
      route.lunchAt = Math.max(time, tables.lunchEarliest[truck]!)
      time = route.lunchAt + lunchSeconds
      needsLunch = false
    }
    const arrivesAt = time + travel
    if (needsLunch && !isEnd) route.lunchAt = Math.max(arrivesAt, tables.lunchEarliest[truck]!)
    if (to > tables.n) trip.returnsAt = arrivesAt
    if (isEnd) return route
    time = leaves[to]!
    if (to > tables.n) {
      trip = { leavesAt: time, returnsAt: 0, stops: [] }
      route.trips.push(trip)
    } else {
      const startsAt = time - tables.service[to]!
      trip.stops.push({ visit: to - 1, arrivesAt, startsAt, leavesAt: time })
    }
    node = to
  }
}
