import { refreshTruck } from './refresh-truck.ts'
import { returnReload, type State, takeReload } from './state.ts'

/** Represents a reload in saved routes. */
const RELOAD = 0
const END = -1

/** Starts an iteration: from here on `restoreRoutes` undoes what is changed. */
export function startIteration(state: State): void {
  for (let index = 0; index < state.savedCount; index++) {
    state.isSaved[state.savedTrucks[index]!] = 0
  }
  state.savedCount = 0
  state.savedEnd = 0
  state.savedOpenCount = state.openCount
  state.savedOpen.set(state.open.subarray(0, state.openCount))
  state.savedCost = state.cost
}

/** Saves a truck's route, once per iteration and before it is changed. */
export function saveTruck(state: State, truck: number): void {
  if (state.isSaved[truck] === 1) return
  state.isSaved[truck] = 1
  state.savedTrucks[state.savedCount++] = truck
  const { next, savedNodes, tables } = state
  const end = state.firstEnd + truck
  for (let node = next[state.firstStart + truck]!; node !== end; node = next[node]!) {
    savedNodes[state.savedEnd++] = node <= tables.n ? node : RELOAD
  }
  savedNodes[state.savedEnd++] = END
}

export function restoreRoutes(state: State): void {
  const { savedNodes, savedTrucks, savedCount, truck } = state
  for (let index = 0; index < savedCount; index++) releaseNodes(state, savedTrucks[index]!)
  let at = 0
  for (let index = 0; index < savedCount; index++) {
    at = setRoute(state, savedTrucks[index]!, savedNodes, at)
  }
  for (let index = 0; index < savedCount; index++) refreshTruck(state, savedTrucks[index]!)
  state.openCount = state.savedOpenCount
  for (let index = 0; index < state.openCount; index++) {
    const visit = state.savedOpen[index]!
    state.open[index] = visit
    truck[visit] = -1
    state.trip[visit] = 0
  }
  state.cost = state.savedCost
}

/** Takes every visit and reload off a truck. */
export function releaseNodes(state: State, truck: number): void {
  const { next, prev, firstStart, firstEnd, firstReload } = state
  const end = firstEnd + truck
  for (let node = next[firstStart + truck]!; node !== end; node = next[node]!) {
    if (node >= firstReload) returnReload(state, node)
    else state.truck[node] = -1
    state.trip[node] = 0
  }
  next[firstStart + truck] = end
  prev[end] = firstStart + truck
}

/** Links a route from saved nodes and returns where the next one starts. */
export function setRoute(state: State, truck: number, nodes: Int32Array, from: number): number {
  const { next, prev } = state
  let last = state.firstStart + truck
  let at = from
  for (; nodes[at]! !== END; at++) {
    const node = nodes[at]! === RELOAD ? takeReload(state) : nodes[at]!
    state.truck[node] = truck
    next[last] = node
    prev[node] = last
    last = node
  }
  const end = state.firstEnd + truck
  next[last] = end
  prev[end] = last
  return at + 1
}

/** All routes in one array, for the best solution. */
export function copyRoutes(state: State, into: Int32Array): void {
  const { next, firstStart, firstEnd, tables } = state
  let at = 0
  for (let truck = 0; truck < tables.truckCount; truck++) {
    const end = firstEnd + truck
    for (let node = next[firstStart + truck]!; node !== end; node = next[node]!) {
      into[at++] = node <= tables.n ? node : RELOAD
    }
    into[at++] = END
  }
}
