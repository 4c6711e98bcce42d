import type { State } from './state.ts'
import { NEVER } from './tables.ts'
import { walkSchedule } from './walk-schedule.ts'

/** Per position that a stop is away from where it is pinned. */
const WRONG_POSITION = 1e12

/** Computes everything about a truck from the order of its nodes, and updates the total cost. */
export function refreshTruck(state: State, truck: number): void {
  const { tables } = state
  state.cost -= truckCost(state, truck)
  const start = state.firstStart + truck
  goForward(state, truck, start)
  goBackward(state, truck, start)
  state.timeCost[truck] = 0
  state.waitCost[truck] = 0
  state.truckBroken[truck] = 0
  if (tables.isTimed && state.stops[truck]! > 0) {
    state.timeCost[truck] = walkSchedule(state, truck, start, true)
    const last = state.prev[state.firstEnd + truck]!
    state.waitCost[truck] = state.waited[last]! * tables.weights.waiting
    state.truckBroken[truck] = state.walkBroken
    findLatestArrivals(state, truck, start)
  }
  state.cost += truckCost(state, truck)
}

/** The cost of a truck as it was last refreshed. */
export function truckCost(state: State, truck: number): number {
  const { travelCost, timeCost, placeCost } = state
  return travelCost[truck]! + timeCost[truck]! + placeCost[truck]!
}

function goForward(state: State, truck: number, start: number): void {
  const { tables, next, row, firstEnd, firstReload, arcCost, fullTo, emptiesTo, mostTo } = state
  const { width, costs, full, empties, release, hasEmpties, knownTruck } = tables
  const offset = tables.costOffset[truck]!
  const capacity = tables.capacity[truck]!
  let travelCost = 0
  let placeCost = 0
  let stops = 0
  let trips = 1
  let pins = 0
  let trip = start
  fullTo[start] = emptiesTo[start] = mostTo[start] = state.releaseTo[start] = 0
  for (let node = start; ; ) {
    const to = next[node]!
    const cost = costs[offset + row[node]! * width + row[to]!]!
    arcCost[node] = cost
    travelCost += cost
    state.truck[to] = truck
    if (to <= tables.n) {
      stops += 1
      fullTo[to] = fullTo[node]! + full[to]!
      state.releaseTo[to] = Math.max(state.releaseTo[node]!, release[to]!)
      if (hasEmpties) {
        emptiesTo[to] = emptiesTo[node]! + empties[to]!
        mostTo[to] = Math.max(mostTo[node]! + full[to]!, emptiesTo[to]!)
      }
      if (knownTruck[to]! >= 0 && knownTruck[to] !== truck) placeCost += tables.weights.otherTruck
      if (tables.pinnedPosition[to]! > 0) pins += 1
      state.trip[to] = trip
    } else {
      state.tripFull[trip] = fullTo[node]!
      state.room[trip] = capacity - fullTo[node]!
      state.tripRelease[trip] = state.releaseTo[node]!
      if (to < firstReload) break
      trip = to
      trips += 1
      state.trip[to] = to
      fullTo[to] = emptiesTo[to] = mostTo[to] = state.releaseTo[to] = 0
    }
    node = to
  }
  state.stops[truck] = stops
  state.trips[truck] = trips
  state.positionPins[truck] = pins
  state.trip[firstEnd + truck] = trip
  state.travelCost[truck] = stops > 0 ? travelCost : 0
  if (stops > 0) placeCost += tables.fixedCost[truck]!
  if (pins > 0) placeCost += positionCost(state, truck, -1, 0)
  state.placeCost[truck] = placeCost
}

function goBackward(state: State, truck: number, start: number): void {
  const { tables, prev, fullFrom, mostFrom, releaseFrom } = state
  if (!tables.hasEmpties && !tables.hasTrips) return
  const { full, empties, release } = tables
  const end = state.firstEnd + truck
  fullFrom[end] = mostFrom[end] = releaseFrom[end] = 0
  let following = end
  for (let node = prev[end]!; node !== start; node = prev[node]!) {
    if (node <= tables.n) {
      fullFrom[node] = fullFrom[following]! + full[node]!
      mostFrom[node] = Math.max(fullFrom[node]!, mostFrom[following]! + empties[node]!)
      releaseFrom[node] = Math.max(releaseFrom[following]!, release[node]!)
    } else {
      fullFrom[node] = mostFrom[node] = releaseFrom[node] = 0
    }
    following = node
  }
}

function findLatestArrivals(state: State, truck: number, start: number): void {
  const { tables, prev, row, latest, tripRelease, firstReload } = state
  const { width, times, service, windowFrom, windowTo, isHard, moreWindows } = tables
  const end = state.firstEnd + truck
  latest[end] = tables.latestReturn[truck]!
  let following = end
  for (let node = prev[end]!; node !== start; node = prev[node]!) {
    const leave = latest[following]! - times[row[node]! * width + row[following]!]!
    if (node >= firstReload) {
      latest[node] = tripRelease[node]! > leave ? -NEVER : leave - tables.reloadSeconds
    } else {
      const startsAt = leave - service[node]!
      const several = moreWindows[node]
      if (isHard[node] === 0) latest[node] = startsAt
      else if (several === undefined)
        latest[node] = startsAt < windowFrom[node]! ? -NEVER : Math.min(startsAt, windowTo[node]!)
      else latest[node] = latestStart(several, startsAt)
    }
    following = node
  }
}

function latestStart(windows: readonly { from: number; to: number }[], startsAt: number): number {
  const open = windows.findLast(({ from }) => from <= startsAt)
  return open === undefined ? -NEVER : Math.min(startsAt, open.to)
}

/** The cost of misplaced pins, with a visit inserted after a node, or of the route as it is. */
export function positionCost(state: State, truck: number, after: number, visit: number): number {
  const { tables, next, firstStart, firstEnd } = state
  const end = firstEnd + truck
  const stops = state.stops[truck]! + (visit > 0 ? 1 : 0)
  let position = 0
  let cost = 0
  const count = (node: number) => {
    position += 1
    const pinned = tables.pinnedPosition[node]!
    if (pinned > 0) cost += Math.abs(position - Math.min(pinned, stops)) * WRONG_POSITION
  }
  for (let node = firstStart + truck; node !== end; node = next[node]!) {
    if (node <= tables.n) count(node)
    if (node === after) count(visit)
  }
  return cost
}
