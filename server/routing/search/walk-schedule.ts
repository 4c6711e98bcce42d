import type { State } from './state.ts'
import { BROKEN, type Tables } from './tables.ts'

/**
 * Goes through a truck's schedule from a node on, each leg as early as possible, and returns its time
 * cost. `state.walkBroken` has the seconds by which hard constraints are broken. With `isStored` the
 * schedule is written to the state.
 *
 * Lunch is taken as late as possible: before a leg or a service after which it would be too late, or
 * earlier if it fits into a wait. A truck that is back by the latest start needs none.
 */
export function walkSchedule(state: State, truck: number, from: number, isStored: boolean): number {
  const { tables, next, row, firstEnd, firstReload, tripRelease, leaves, hadLunch } = state
  const { width, times, service, reloadSeconds, windowFrom, windowTo, moreWindows } = tables
  const lunchLatest = tables.lunchLatest[truck]!
  const lunchEarliest = tables.lunchEarliest[truck]!
  const lunchSeconds = tables.lunchSeconds[truck]!
  const start = state.firstStart + truck
  const isWhole = from === start
  let time = isWhole ? Math.max(tables.shiftFrom[truck]!, tripRelease[start]!) : leaves[from]!
  let startsAt = isWhole ? time : state.startsAt[truck]!
  let waited = isWhole ? 0 : state.waited[from]!
  let late = isWhole ? 0 : state.late[from]!
  let broken = isWhole ? 0 : state.broken[from]!
  let needsLunch = lunchSeconds > 0 && (isWhole || hadLunch[from] === 0)
  if (isStored && isWhole) storeNode(state, start, time, 0, 0, 0, 0)
  let node = from
  for (;;) {
    const to = next[node]!
    const travel = times[row[node]! * width + row[to]!]!
    if (needsLunch && time + travel > lunchLatest) {
      const lunchAt = Math.max(time, lunchEarliest)
      waited += lunchAt - time
      broken += Math.max(0, lunchAt - lunchLatest)
      time = lunchAt + lunchSeconds
      needsLunch = false
    }
    let arrives = time + travel
    if (to >= firstEnd && to < firstReload) {
      time = arrives
      break
    }
    const isReload = to >= firstReload
    const serves = isReload ? reloadSeconds : service[to]!
    let starts = isReload
      ? Math.max(arrives, tripRelease[to]! - reloadSeconds)
      : windowStart(moreWindows, windowFrom, to, arrives)
    if (needsLunch) {
      const lunchAt = Math.max(arrives, lunchEarliest)
      if (starts + serves > lunchLatest || lunchAt + lunchSeconds <= starts) {
        waited += lunchAt - arrives
        broken += Math.max(0, lunchAt - lunchLatest)
        arrives = lunchAt + lunchSeconds
        starts = isReload
          ? Math.max(arrives, tripRelease[to]! - reloadSeconds)
          : windowStart(moreWindows, windowFrom, to, arrives)
        needsLunch = false
      }
    }
    // A truck leaves the depot late enough not to wait at its first stop.
    if (node === start && (needsLunch || lunchSeconds === 0)) startsAt += starts - arrives
    else waited += starts - arrives
    if (!isReload && starts > windowTo[to]!) {
      if (tables.isHard[to] === 1) broken += starts - windowTo[to]!
      else late += starts - windowTo[to]!
    }
    time = starts + serves
    if (isStored) storeNode(state, to, time, waited, late, broken, needsLunch ? 0 : 1)
    node = to
  }
  broken += Math.max(0, time - tables.latestReturn[truck]!)
  state.walkBroken = broken
  if (isStored) state.startsAt[truck] = startsAt
  const { weights } = tables
  const overtime = Math.max(0, time - tables.shiftTo[truck]!)
  const worked = time - startsAt
  const cost = waited * weights.waiting + late * weights.lateness + overtime * weights.overtime
  return cost + worked * worked * weights.balance + broken * BROKEN
}

function storeNode(
  state: State,
  node: number,
  leaves: number,
  waited: number,
  late: number,
  broken: number,
  hadLunch: number,
): void {
  state.leaves[node] = leaves
  state.waited[node] = waited
  state.late[node] = late
  state.broken[node] = broken
  state.hadLunch[node] = hadLunch
}

/** When a visit can be served: at once, or when its next window opens. */
function windowStart(
  moreWindows: Tables['moreWindows'],
  windowFrom: Float64Array,
  visit: number,
  arrives: number,
): number {
  const several = moreWindows[visit]
  if (several === undefined) return Math.max(arrives, windowFrom[visit]!)
  for (const { from, to } of several) if (arrives <= to) return Math.max(arrives, from)
  return arrives
}
