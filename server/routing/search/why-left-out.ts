import type { LeftOutReason, RoutingProblem, Truck, Visit } from '../problem.ts'
import type { State } from './state.ts'
import { effectiveWindows } from './tables.ts'

/** Why an open visit is on no truck, from the hardest reason to the mildest. */
export function whyLeftOut(state: State, node: number): LeftOutReason {
  const { problem } = state.tables
  const visit = problem.visits[node - 1]!
  const pinned = visit.pin?.truck
  const trucks = problem.trucks
    .map((truck, index) => ({ truck, index }))
    .filter(({ index }) => pinned === undefined || pinned === index)
  if (trucks.length === 0) return 'no_truck'
  const large = trucks.filter(({ truck }) => Math.max(visit.full, visit.empties) <= truck.capacity)
  if (large.length === 0) return 'too_large'
  const inHours = large.filter(({ truck }) => canServeAlone(problem, truck, visit))
  if (inHours.length === 0) return 'outside_hours'
  return inHours.some(({ index }) => hasRoom(state, visit, index))
    ? 'no_time_left'
    : 'no_capacity_left'
}

/** Whether the truck could go there and back if it had nothing else to do. */
function canServeAlone({ depot, matrix }: RoutingProblem, truck: Truck, visit: Visit): boolean {
  const there = matrix.durations[depot.point * matrix.points + visit.point]!
  const back = matrix.durations[visit.point * matrix.points + depot.point]!
  const arrives = Math.max(truck.shift.from, depot.opens, visit.releasedAt) + there
  const windows = effectiveWindows(visit)
  const isHard = visit.areWindowsHard || visit.pin?.time !== undefined
  const open = windows.find(({ to }) => arrives <= to)
  if (!open && isHard && windows.length > 0) return false
  const leaves = Math.max(arrives, open?.from ?? 0) + visit.serviceSeconds
  const latest = Math.min(truck.shift.to + truck.shift.maxOvertimeSeconds, depot.closes)
  return leaves + back <= latest
}

function hasRoom(state: State, visit: Visit, truck: number): boolean {
  const { tables, next, firstStart, firstEnd, tripFull, trip } = state
  if (state.trips[truck]! < tables.maxTrips[truck]!) return true
  for (let node = firstStart + truck; node !== firstEnd + truck; node = next[node]!) {
    if (tripFull[trip[node]!]! + visit.full <= tables.capacity[truck]!) return true
  }
  return false
}
