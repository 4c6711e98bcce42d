import { BLINK, JOIN, offer, timeCostChange, wishCost } from './place-cost.ts'
import { considerSplit } from './split-trip.ts'
import { linkAfter, type State, unlink } from './state.ts'

/**
 * Finds the cheapest place for a visit into `bestCost`, `bestAfter` and `bestShape`; `bestAfter` is -1
 * if there is none. Places next to near visits are tried first, all others only if these have no room.
 */
export function findPlace(state: State, visit: number): void {
  const { tables } = state
  state.bestCost = tables.leaveOutCost[visit]!
  state.bestAfter = -1
  state.bestShape = JOIN
  const pinned = tables.pinnedTruck[visit]!
  if (pinned >= 0) {
    if (pinned < tables.truckCount) tryTruck(state, visit, pinned)
    return
  }
  if (isSimple(state)) joinNear(state, visit)
  else tryNear(state, visit)
  tryEmptyTrucks(state, visit)
  if (state.bestAfter >= 0) return
  for (let truck = 0; truck < tables.truckCount; truck++) {
    if (state.stops[truck]! > 0) tryTruck(state, visit, truck)
  }
}

const isSimple = ({ tables }: State) =>
  !tables.isTimed && !tables.hasEmpties && !tables.hasTrips && !tables.hasWishes

/** The inner loop where only capacity counts. */
function joinNear(state: State, visit: number): void {
  const { tables, next, prev, row, arcCost, room, trip, random } = state
  const { costs, costsTo, costOffset, width, nearest, ruinNear, insertNear } = tables
  const full = tables.full[visit]!
  const first = visit * ruinNear
  const line = visit * width
  let bestCost = state.bestCost
  let bestAfter = state.bestAfter
  for (let k = first; k < first + insertNear; k++) {
    const node = nearest[k]!
    if (room[trip[node]!]! < full) continue
    const offset = costOffset[state.truck[node]!]! + line
    const before = prev[node]!
    const toNode = costsTo[offset + node]!
    const fromNode = costs[offset + node]!
    const after = toNode + costs[offset + row[next[node]!]!]! - arcCost[node]!
    if (after < bestCost && random.next() >= BLINK) {
      bestCost = after
      bestAfter = node
    }
    const ahead = costsTo[offset + row[before]!]! + fromNode - arcCost[before]!
    if (ahead < bestCost && random.next() >= BLINK) {
      bestCost = ahead
      bestAfter = before
    }
  }
  state.bestCost = bestCost
  state.bestAfter = bestAfter
}

function tryNear(state: State, visit: number): void {
  const { tables, prev } = state
  const { nearest, ruinNear, insertNear } = tables
  const first = visit * ruinNear
  for (let k = first; k < first + insertNear; k++) {
    const node = nearest[k]!
    if (state.truck[node]! < 0) continue
    join(state, visit, node)
    join(state, visit, prev[node]!)
  }
  if (!tables.hasTrips) return
  for (let k = first; k < first + insertNear; k++) {
    const node = nearest[k]!
    if (state.truck[node]! < 0) continue
    considerSplit(state, visit, node)
    considerSplit(state, visit, prev[node]!)
  }
}

function tryEmptyTrucks(state: State, visit: number): void {
  const { tables, firstStart, stops } = state
  const { truckCount, kind, kindCount } = tables
  const known = tables.knownTruck[visit]!
  if (known >= 0 && stops[known] === 0) join(state, visit, firstStart + known)
  // Empty trucks of one kind are interchangeable, so only the first one is tried.
  let kindsLeft = kindCount
  state.round += 1
  for (let truck = 0; truck < truckCount && kindsLeft > 0; truck++) {
    if (stops[truck]! > 0 || state.kindTriedIn[kind[truck]!] === state.round) continue
    state.kindTriedIn[kind[truck]!] = state.round
    kindsLeft -= 1
    join(state, visit, firstStart + truck)
  }
}

function tryTruck(state: State, visit: number, truck: number): void {
  const { next, firstStart, firstEnd, tables } = state
  const start = firstStart + truck
  const end = firstEnd + truck
  for (let node = start; node !== end; node = next[node]!) join(state, visit, node)
  if (!tables.hasTrips || state.stops[truck] === 0) return
  for (let node = start; node !== end; node = next[node]!) considerSplit(state, visit, node)
}

/** Considers the place after a node, in the same trip. */
function join(state: State, visit: number, node: number): void {
  const { tables, row, trip, arcCost } = state
  const truck = state.truck[node]!
  const following = state.next[node]!
  const line = tables.costOffset[truck]! + visit * tables.width
  let cost = tables.costsTo[line + row[node]!]! + tables.costs[line + row[following]!]!
  if (state.stops[truck] === 0) cost += tables.fixedCost[truck]!
  else cost -= arcCost[node]!
  if (tables.hasWishes) cost += wishCost(state, visit, truck, node)
  if (cost - state.waitCost[truck]! >= state.bestCost) return
  const full = tables.full[visit]!
  const most = tables.capacity[truck]!
  if (state.tripFull[trip[node]!]! + full > most) return
  if (tables.hasEmpties) {
    if (state.mostTo[node]! + full + state.fullFrom[following]! > most) return
    const empties = state.emptiesTo[node]! + tables.empties[visit]!
    if (empties + state.mostFrom[following]! > most) return
  }
  if (tables.isTimed) {
    if (!canArrive(state, visit, node, following)) return
    const hasLaterStart = tables.release[visit]! > state.tripRelease[trip[node]!]!
    if (tables.hasTimeCost || hasLaterStart || state.truckBroken[truck]! > 0) {
      cost += joinedTimeCost(state, visit, node, hasLaterStart)
    }
  }
  offer(state, cost, node, JOIN)
}

/** A necessary condition that needs no pass over the route; without lunch and releases it is also sufficient. */
function canArrive(state: State, visit: number, node: number, following: number): boolean {
  const { tables, row } = state
  const truck = state.truck[node]!
  const isEmpty = state.stops[truck] === 0
  if (state.truckBroken[truck]! > 0) return true
  const line = visit * tables.width
  const leaves = isEmpty ? tables.shiftFrom[truck]! : state.leaves[node]!
  const left = node >= state.firstStart ? Math.max(leaves, tables.release[visit]!) : leaves
  const arrives = left + tables.timesTo[line + row[node]!]!
  if (tables.isHard[visit] === 1 && arrives > tables.windowTo[visit]!) return false
  const starts = Math.max(arrives, tables.windowFrom[visit]!)
  const next = starts + tables.service[visit]! + tables.times[line + row[following]!]!
  return next <= (isEmpty ? tables.latestReturn[truck]! : state.latest[following]!)
}

/** The added cost of the schedule with the visit; infinite if it breaks a hard constraint. */
function joinedTimeCost(state: State, visit: number, node: number, isLater: boolean): number {
  const { tables, trip, tripRelease, firstReload } = state
  const truck = state.truck[node]!
  const first = trip[node]!
  const release = tripRelease[first]!
  let from = node
  if (isLater) {
    tripRelease[first] = tables.release[visit]!
    from = first >= firstReload ? state.prev[first]! : first
  }
  linkAfter(state, visit, node)
  const cost = timeCostChange(state, truck, from)
  unlink(state, visit)
  tripRelease[first] = release
  return cost
}
