import { Random } from './random.ts'
import type { Tables } from './tables.ts'

/**
 * The routes of the search as linked lists. Nodes 1 to n are visits; each truck has a start and an end
 * node, and further nodes are reloads at the depot. A trip is named by the node that it starts with.
 * Every array below is indexed by node unless noted otherwise.
 */
export type State = ReturnType<typeof createState>

export function createState(tables: Tables, seed: number) {
  const { n, truckCount, hasTrips } = tables
  const firstStart = n + 1
  const firstEnd = firstStart + truckCount
  const firstReload = firstEnd + truckCount
  const nodeCount = firstReload + (hasTrips ? n + 2 : 0)
  const reloads = nodeCount - firstReload
  const state = {
    tables,
    random: new Random(seed),
    firstStart,
    firstEnd,
    firstReload,
    /** Row of the matrices. */
    row: new Int32Array(nodeCount).map((_, node) => (node <= n ? node : 0)),
    ...nodeArrays(nodeCount),
    ...truckArrays(truckCount),
    ...savedArrays(n, truckCount, nodeCount),
    freeReloads: Int32Array.from({ length: reloads }, (_, index) => firstReload + index),
    freeReloadCount: reloads,
    /** The round in which an empty truck was last tried, by its kind. */
    kindTriedIn: new Int32Array(tables.kindCount),
    round: 0,
    cost: 0,
    /** Visits that are on no truck, in no order. */
    open: new Int32Array(n + 1),
    openCount: 0,
    sortKey: new Float64Array(n + 1),
    /** The ruin that last removed stops from a trip, by the trip's first node. */
    ruinedIn: new Int32Array(nodeCount),
    /** Counts the ruins. Each one removes stops from a trip at most once. */
    ruinRound: 0,
    // The best place that was found for a visit.
    bestCost: 0,
    bestAfter: -1,
    bestShape: 0,
    /** Seconds by which the schedule that was last walked breaks hard constraints. */
    walkBroken: 0,
  }
  clearRoutes(state)
  return state
}

function nodeArrays(nodeCount: number) {
  const numbers = () => new Float64Array(nodeCount)
  const ids = () => new Int32Array(nodeCount)
  return {
    next: ids(),
    prev: ids(),
    truck: ids().fill(-1),
    trip: ids(),
    arcCost: numbers(),
    // The trip up to and with the node, and from the node on: bottles, and the most ever on board.
    fullTo: numbers(),
    emptiesTo: numbers(),
    mostTo: numbers(),
    fullFrom: numbers(),
    mostFrom: numbers(),
    releaseTo: numbers(),
    releaseFrom: numbers(),
    /** By the first node of the trip. */
    tripFull: numbers(),
    /** Free capacity of the trip; open visits are on trip 0, which has none. */
    room: numbers().fill(-1, 0, 1),
    tripRelease: numbers(),
    // The schedule after the node's service.
    leaves: numbers(),
    waited: numbers(),
    late: numbers(),
    broken: numbers(),
    hadLunch: new Uint8Array(nodeCount),
    /** Latest arrival at which everything after it is still on time, without lunch. */
    latest: numbers(),
  }
}

function truckArrays(truckCount: number) {
  const numbers = () => new Float64Array(truckCount)
  return {
    startsAt: numbers(),
    travelCost: numbers(),
    timeCost: numbers(),
    waitCost: numbers(),
    truckBroken: numbers(),
    placeCost: numbers(),
    stops: new Int32Array(truckCount),
    trips: new Int32Array(truckCount),
    positionPins: new Int32Array(truckCount),
  }
}

/** Routes as they were before the current iteration. */
function savedArrays(n: number, truckCount: number, nodeCount: number) {
  return {
    isSaved: new Uint8Array(truckCount),
    savedTrucks: new Int32Array(truckCount),
    savedCount: 0,
    savedNodes: new Int32Array(2 * nodeCount + 2 * truckCount),
    savedEnd: 0,
    savedOpen: new Int32Array(n + 1),
    savedOpenCount: 0,
    savedCost: 0,
  }
}

function clearRoutes(state: State): void {
  const { tables, firstStart, firstEnd, next, prev, truck, trip } = state
  for (let index = 0; index < tables.truckCount; index++) {
    const start = firstStart + index
    const end = firstEnd + index
    next[start] = end
    prev[end] = start
    truck[start] = index
    truck[end] = index
    trip[start] = start
    trip[end] = start
    state.trips[index] = 1
  }
  for (let visit = 1; visit <= tables.n; visit++) {
    state.open[state.openCount++] = visit
    state.cost += tables.leaveOutCost[visit]!
  }
}

export function linkAfter(state: State, node: number, after: number): void {
  const following = state.next[after]!
  state.next[after] = node
  state.prev[node] = after
  state.next[node] = following
  state.prev[following] = node
}

export function unlink(state: State, node: number): void {
  const before = state.prev[node]!
  const following = state.next[node]!
  state.next[before] = following
  state.prev[following] = before
}

export const takeReload = (state: State): number => state.freeReloads[--state.freeReloadCount]!

export function returnReload(state: State, node: number): void {
  state.freeReloads[state.freeReloadCount++] = node
}
