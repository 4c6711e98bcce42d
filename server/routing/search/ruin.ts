import { mergeTrips } from './merge-trips.ts'
import { refreshTruck } from './refresh-truck.ts'
import { saveTruck } from './saved-routes.ts'
import { returnReload, type State, unlink } from './state.ts'

/** Visits removed on average, and the longest string. */
const AVERAGE_REMOVED = 10
const MAX_STRING_LENGTH = 10
/** How often a string keeps some visits in its middle, and how often one more of them. */
const SPLIT_STRING = 0.5
const KEEP_ONE_MORE = 0.01

/**
 * Removes strings of neighboring stops from trips that pass near one visit (Christiaens and
 * Vanden Berghe, 2020). Nearby trips get slack at the same place, which the recreate step then uses.
 */
export function ruin(state: State, seed: number): void {
  const { tables, random, trip, truck } = state
  const { nearest, ruinNear } = tables
  const longest = Math.min(MAX_STRING_LENGTH, averageTrip(state))
  const most = (4 * AVERAGE_REMOVED) / (1 + longest) - 1
  let strings = Math.floor(random.next() * most + 1)
  state.ruinRound += 1
  for (let k = -1; k < ruinNear && strings > 0; k++) {
    const visit = k < 0 ? seed : nearest[seed * ruinNear + k]!
    if (truck[visit]! < 0) continue
    const first = trip[visit]!
    if (state.ruinedIn[first] === state.ruinRound) continue
    state.ruinedIn[first] = state.ruinRound
    removeString(state, visit, longest)
    strings -= 1
  }
  for (let index = 0; index < state.savedCount; index++) {
    const changed = state.savedTrucks[index]!
    if (tables.hasTrips) dropEmptyTrips(state, changed)
    refreshTruck(state, changed)
    if (state.trips[changed]! > 1) mergeTrips(state, changed)
  }
}

function averageTrip({ tables, stops, trips, openCount }: State): number {
  let count = 0
  for (let truck = 0; truck < tables.truckCount; truck++) {
    if (stops[truck]! > 0) count += trips[truck]!
  }
  return Math.max(1, (tables.n - openCount) / Math.max(1, count))
}

function removeString(state: State, visit: number, longest: number): void {
  const { tables, next, prev, random } = state
  const { n } = tables
  saveTruck(state, state.truck[visit]!)
  let before = 0
  for (let node = prev[visit]!; node <= n; node = prev[node]!) before += 1
  let length = before + 1
  for (let node = next[visit]!; node <= n; node = next[node]!) length += 1

  const removed = 1 + Math.floor(random.next() * Math.min(length, longest))
  let preserved = 0
  if (removed > 1 && removed < length && random.next() < SPLIT_STRING) {
    preserved = 1
    while (removed + preserved < length && random.next() < KEEP_ONE_MORE) preserved += 1
  }
  const span = removed + preserved
  // The string starts at most its own length before the visit, and ends within the trip.
  const earliest = Math.max(0, before - span + 1)
  const last = Math.min(before, length - span)
  let skip = before - (earliest + random.below(last - earliest + 1))
  let node = visit
  while (skip-- > 0) node = prev[node]!
  const keptFrom = preserved > 0 ? 1 + random.below(removed - 1) : span
  for (let index = 0; index < span; index++) {
    const following = next[node]!
    const isPreserved = index >= keptFrom && index < keptFrom + preserved
    if (!isPreserved && tables.isKept[node] === 0) removeVisit(state, node)
    node = following
  }
}

/** Takes a visit off its truck; the truck must be refreshed afterwards. */
export function removeVisit(state: State, visit: number): void {
  unlink(state, visit)
  state.truck[visit] = -1
  state.trip[visit] = 0
  state.open[state.openCount++] = visit
  state.cost += state.tables.leaveOutCost[visit]!
}

/** Removes reloads without a stop before or after them. */
export function dropEmptyTrips(state: State, truck: number): void {
  const { tables, next, prev, firstReload } = state
  const end = state.firstEnd + truck
  for (let node = next[state.firstStart + truck]!; node !== end; ) {
    const following = next[node]!
    const isEmpty = prev[node]! > tables.n || following === end
    if (node >= firstReload && isEmpty) {
      unlink(state, node)
      returnReload(state, node)
    }
    node = following
  }
}
