import { offer, RELOAD_AFTER, RELOAD_BEFORE, timeCostChange, wishCost } from './place-cost.ts'
import { linkAfter, returnReload, type State, takeReload, unlink } from './state.ts'

/** Considers a reload before or after the visit, which splits the trip after a node. */
export function considerSplit(state: State, visit: number, node: number): void {
  const { tables, next } = state
  const truck = state.truck[node]!
  if (state.trips[truck]! >= tables.maxTrips[truck]! || state.freeReloadCount === 0) return
  if (state.stops[truck] === 0) return
  const following = next[node]!
  // Where the depot is already next to the place, a reload there would make an empty trip.
  if (node <= tables.n) reloadBefore(state, visit, node, following, truck)
  if (following <= tables.n) reloadAfter(state, visit, node, following, truck)
}

function reloadBefore(
  state: State,
  visit: number,
  node: number,
  following: number,
  truck: number,
): void {
  const { tables, row } = state
  const offset = tables.costOffset[truck]!
  const line = offset + visit * tables.width
  const toDepot = tables.costs[offset + row[node]! * tables.width]!
  const onward = tables.costs[line + row[following]!]!
  let cost = toDepot + tables.costsTo[line]! + onward - state.arcCost[node]!
  if (tables.hasWishes) cost += wishCost(state, visit, truck, node)
  if (cost - state.waitCost[truck]! >= state.bestCost) return
  const full = tables.full[visit]! + state.fullFrom[following]!
  const most = Math.max(full, tables.empties[visit]! + state.mostFrom[following]!)
  if (most > tables.capacity[truck]!) return
  const second = Math.max(tables.release[visit]!, state.releaseFrom[following]!)
  if (tables.isTimed) {
    cost += splitTimeCost(state, visit, node, truck, true, state.releaseTo[node]!, second)
  }
  offer(state, cost, node, RELOAD_BEFORE)
}

function reloadAfter(
  state: State,
  visit: number,
  node: number,
  following: number,
  truck: number,
): void {
  const { tables, row } = state
  const offset = tables.costOffset[truck]!
  const line = offset + visit * tables.width
  const there = tables.costsTo[line + row[node]!]!
  const onward = tables.costs[offset + row[following]!]!
  let cost = there + tables.costs[line]! + onward - state.arcCost[node]!
  if (tables.hasWishes) cost += wishCost(state, visit, truck, node)
  if (cost - state.waitCost[truck]! >= state.bestCost) return
  const full = tables.full[visit]! + (tables.hasEmpties ? state.mostTo[node]! : state.fullTo[node]!)
  const most = Math.max(full, state.emptiesTo[node]! + tables.empties[visit]!)
  if (most > tables.capacity[truck]!) return
  const first = Math.max(tables.release[visit]!, state.releaseTo[node]!)
  if (tables.isTimed) {
    const second = state.releaseFrom[following]!
    cost += splitTimeCost(state, visit, node, truck, false, first, second)
  }
  offer(state, cost, node, RELOAD_AFTER)
}

/** Links visit and reload temporarily, to compute their schedule. */
function splitTimeCost(
  state: State,
  visit: number,
  node: number,
  truck: number,
  isBefore: boolean,
  firstRelease: number,
  secondRelease: number,
): number {
  const { trip, tripRelease, firstReload, prev } = state
  const first = trip[node]!
  const release = tripRelease[first]!
  const reload = takeReload(state)
  tripRelease[first] = firstRelease
  tripRelease[reload] = secondRelease
  linkAfter(state, isBefore ? reload : visit, node)
  linkAfter(state, isBefore ? visit : reload, isBefore ? reload : visit)
  const cost = timeCostChange(state, truck, first >= firstReload ? prev[first]! : first)
  unlink(state, visit)
  unlink(state, reload)
  returnReload(state, reload)
  tripRelease[first] = release
  return cost
}
