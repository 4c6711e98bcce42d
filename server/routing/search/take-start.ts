import { refreshTruck } from './refresh-truck.ts'
import { dropEmptyTrips, removeVisit } from './ruin.ts'
import { linkAfter, type State, takeReload } from './state.ts'

/**
 * Takes over the routes to start with. Kept visits stay even where they break a constraint, as a
 * dispatcher may have decided; of other visits a route that breaks one gives up all.
 */
export function takeStart(state: State): void {
  const { tables } = state
  const { start } = tables.problem
  if (!start) return
  start.forEach((trips, truck) => {
    let last = state.firstStart + truck
    const used = trips.filter((trip) => trip.length > 0)
    used.forEach((trip, index) => {
      if (index > 0) {
        const reload = takeReload(state)
        linkAfter(state, reload, last)
        last = reload
      }
      for (const visit of trip) {
        linkAfter(state, visit + 1, last)
        last = visit + 1
        state.cost -= tables.leaveOutCost[last]!
        state.truck[last] = truck
      }
    })
    refreshTruck(state, truck)
    if (!fits(state, truck)) removeUnkept(state, truck)
  })
  state.openCount = 0
  for (let visit = 1; visit <= tables.n; visit++) {
    if (state.truck[visit]! < 0) state.open[state.openCount++] = visit
  }
}

/** Whether the truck breaks nothing: trips, bottles on board, pins and times. */
function fits(state: State, truck: number): boolean {
  const { tables, next, firstStart, firstEnd } = state
  if (state.trips[truck]! > tables.maxTrips[truck]! || state.truckBroken[truck]! > 0) return false
  let onBoard = 0
  for (let node = firstStart + truck; node !== firstEnd + truck; node = next[node]!) {
    if (node > tables.n) onBoard = state.tripFull[node]!
    else onBoard += tables.empties[node]! - tables.full[node]!
    if (onBoard > tables.capacity[truck]!) return false
    const pinned = node <= tables.n ? tables.pinnedTruck[node]! : -1
    if (pinned >= 0 && pinned !== truck) return false
  }
  return true
}

function removeUnkept(state: State, truck: number): void {
  const { tables, next, firstStart, firstEnd } = state
  for (let node = next[firstStart + truck]!; node !== firstEnd + truck; ) {
    const following = next[node]!
    if (node <= tables.n && tables.isKept[node] === 0) removeVisit(state, node)
    node = following
  }
  if (tables.hasTrips) dropEmptyTrips(state, truck)
  refreshTruck(state, truck)
}
