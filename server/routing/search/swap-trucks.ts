import { refreshTruck } from './refresh-truck.ts'
import { removeVisit } from './ruin.ts'
import { saveTruck } from './saved-routes.ts'
import type { State } from './state.ts'

/** How often two unlike trucks change places before the ruin. */
const SWAP = 0.2

/**
 * Gives the route of one truck to a truck of another kind and the other way round, which single visits
 * could not do step by step. Visits that no longer fit are open afterwards.
 */
export function swapTrucks(state: State, visit: number): void {
  const { tables, random, stops } = state
  if (tables.kindCount < 2 || random.next() >= SWAP) return
  const first = state.truck[visit]!
  if (first < 0) return
  const second = similarTruck(state, first)
  if (tables.kind[first] === tables.kind[second]) return
  if (hasFixedVisits(state, first) || hasFixedVisits(state, second)) return
  saveTruck(state, first)
  saveTruck(state, second)
  exchange(state, first, second)
  for (const truck of [first, second]) {
    refreshTruck(state, truck)
    if (stops[truck]! > 0) removeExcess(state, truck)
  }
}

/** Of two random trucks the one whose capacity is nearer, because less has to move then. */
function similarTruck({ tables, random }: State, truck: number): number {
  const { capacity, truckCount } = tables
  const [one, other] = [random.below(truckCount), random.below(truckCount)]
  const difference = (index: number) => Math.abs(capacity[index]! - capacity[truck]!)
  if (tables.kind[one] === tables.kind[truck]) return other
  if (tables.kind[other] === tables.kind[truck]) return one
  return difference(one) <= difference(other) ? one : other
}

function hasFixedVisits(state: State, truck: number): boolean {
  const { tables, next, firstStart, firstEnd } = state
  for (let node = next[firstStart + truck]!; node !== firstEnd + truck; node = next[node]!) {
    if (node > tables.n) return true
    if (tables.isKept[node] === 1 || tables.pinnedTruck[node]! >= 0) return true
  }
  return false
}

function exchange(state: State, first: number, second: number): void {
  const { next, prev, firstStart, firstEnd } = state
  const [a, aEnd] = [firstStart + first, firstEnd + first]
  const [b, bEnd] = [firstStart + second, firstEnd + second]
  const [aHead, aTail, bHead, bTail] = [next[a]!, prev[aEnd]!, next[b]!, prev[bEnd]!]
  attach(state, a, aEnd, bHead === bEnd ? aEnd : bHead, bTail === b ? a : bTail)
  attach(state, b, bEnd, aHead === aEnd ? bEnd : aHead, aTail === a ? b : aTail)
}

function attach(state: State, start: number, end: number, head: number, tail: number): void {
  state.next[start] = head
  state.prev[head] = start
  state.next[tail] = end
  state.prev[end] = tail
}

/** Removes stops from one random end on until the rest fits. */
function removeExcess(state: State, truck: number): void {
  const { tables, next, prev, random, firstStart, firstEnd, tripFull } = state
  const start = firstStart + truck
  const end = firstEnd + truck
  const isFromEnd = random.next() < 0.5
  const doesNotFit = () =>
    tripFull[start]! > tables.capacity[truck]! ||
    state.truckBroken[truck]! > 0 ||
    (tables.hasEmpties && state.mostFrom[next[start]!]! > tables.capacity[truck]!)
  while (state.stops[truck]! > 0 && doesNotFit()) {
    removeVisit(state, isFromEnd ? prev[end]! : next[start]!)
    refreshTruck(state, truck)
  }
}
