import { findPlace } from './find-place.ts'
import { RELOAD_AFTER, RELOAD_BEFORE } from './place-cost.ts'
import { refreshTruck } from './refresh-truck.ts'
import { saveTruck } from './saved-routes.ts'
import { linkAfter, type State, takeReload } from './state.ts'
import { NEVER } from './tables.ts'

/** Puts every open visit at its cheapest place, in a random kind of order; what has none stays open. */
export function recreate(state: State): void {
  const { open, tables } = state
  sortOpen(state)
  let left = 0
  const count = state.openCount
  for (let index = 0; index < count; index++) {
    const visit = open[index]!
    findPlace(state, visit)
    if (state.bestAfter < 0) {
      open[left++] = visit
      continue
    }
    insert(state, visit)
    state.cost -= tables.leaveOutCost[visit]!
  }
  state.openCount = left
}

function insert(state: State, visit: number): void {
  const after = state.bestAfter
  const truck = state.truck[after]!
  saveTruck(state, truck)
  linkAfter(state, visit, after)
  if (state.bestShape === RELOAD_BEFORE) linkAfter(state, takeReload(state), after)
  if (state.bestShape === RELOAD_AFTER) linkAfter(state, takeReload(state), visit)
  refreshTruck(state, truck)
}

function sortOpen(state: State): void {
  const { open, openCount, sortKey, tables, random } = state
  const { full, costs, windowFrom, windowTo } = tables
  const kind = random.below(tables.isTimed ? 17 : 11)
  for (let index = 0; index < openCount; index++) {
    const visit = open[index]!
    if (kind < 4) sortKey[visit] = random.next()
    else if (kind < 8) sortKey[visit] = -full[visit]!
    else if (kind < 10) sortKey[visit] = -costs[visit]!
    else if (kind < 11) sortKey[visit] = costs[visit]!
    else if (kind < 13) sortKey[visit] = Math.min(NEVER, windowTo[visit]! - windowFrom[visit]!)
    else if (kind < 15) sortKey[visit] = windowFrom[visit]!
    else sortKey[visit] = -windowTo[visit]!
  }
  sortByKey(open, openCount, sortKey)
}

/** Insertion sort: there are about ten, and nothing is allocated; more are sorted by the runtime. */
function sortByKey(open: Int32Array, count: number, key: Float64Array): void {
  if (count > 60) {
    open.subarray(0, count).sort((a, b) => key[a]! - key[b]! || a - b)
    return
  }
  for (let index = 1; index < count; index++) {
    const visit = open[index]!
    const own = key[visit]!
    let at = index - 1
    while (at >= 0 && key[open[at]!]! > own) {
      open[at + 1] = open[at]!
      at -= 1
    }
    open[at + 1] = visit
  }
}
