import { refreshTruck } from './refresh-truck.ts'
import { linkAfter, returnReload, type State, unlink } from './state.ts'

/** Probability that a reload is checked for removal. */
const MERGE = 0.5

/** Joins trips whose bottles fit into one again, if that costs less. */
export function mergeTrips(state: State, truck: number): void {
  const { next, firstStart, firstEnd, firstReload, random } = state
  for (let node = next[firstStart + truck]!; node !== firstEnd + truck; ) {
    const following = next[node]!
    if (node >= firstReload && random.next() < MERGE) merge(state, truck, node)
    node = following
  }
}

function merge(state: State, truck: number, reload: number): void {
  const { tables, next, prev } = state
  const before = prev[reload]!
  const after = next[reload]!
  // Trips of a kept route stay as the dispatcher made them.
  if (tables.isKept[before] === 1 && tables.isKept[after] === 1) return
  const most = tables.hasEmpties ? state.mostTo[before]! : state.fullTo[before]!
  const capacity = tables.capacity[truck]!
  if (most + state.fullFrom[after]! > capacity) return
  if (state.emptiesTo[before]! + state.mostFrom[after]! > capacity) return
  const cost = state.cost
  unlink(state, reload)
  refreshTruck(state, truck)
  if (state.cost <= cost) {
    returnReload(state, reload)
  } else {
    linkAfter(state, reload, before)
    refreshTruck(state, truck)
    state.cost = cost
  }
}
