import { recreate } from './recreate.ts'
import { refreshTruck, truckCost } from './refresh-truck.ts'
import { ruin } from './ruin.ts'
import {
  copyRoutes,
  releaseNodes,
  restoreRoutes,
  setRoute,
  startIteration,
} from './saved-routes.ts'
import type { State } from './state.ts'
import { swapTrucks } from './swap-trucks.ts'
import { takeStart } from './take-start.ts'

/**
 * The temperature at the start, as a share of the average cost of a leg. Time windows and trucks of several
 * kinds need more heat: a good plan is reached only through much worse ones.
 */
const START_TEMPERATURE = { simple: 0.3, large: 0.6, mixed: 1 }
const LARGE = 400
/** The temperature at the end, as a share of that at the start. */
const COOLING = 1 / 30
/** How many iterations have the same temperature. */
const ITERATIONS_PER_POLL = 32

/** How much of the budget is used: 1 or more ends the search. */
export type Poll = (iteration: number) => number

/**
 * Simulated annealing over ruin and recreate, which leaves the best routes in the state. The same
 * state, and a poll that depends on the iteration alone, give the same routes.
 */
export function anneal(state: State, poll: Poll): number {
  const { tables, random } = state
  takeStart(state)
  recreate(state)
  state.cost = totalCost(state)
  const best = new Int32Array(state.next.length + tables.truckCount)
  copyRoutes(state, best)
  let bestCost = state.cost
  const isMixed = tables.isTimed || tables.kindCount > 1
  const size = tables.n > LARGE ? 'large' : 'simple'
  const startTemperature = averageLeg(state) * START_TEMPERATURE[isMixed ? 'mixed' : size]
  let temperature = startTemperature
  let iteration = 0
  for (; tables.n > 1; iteration++) {
    if (iteration % ITERATIONS_PER_POLL === 0) {
      const used = poll(iteration)
      if (used >= 1) break
      temperature = startTemperature * COOLING ** used
    }
    startIteration(state)
    const seed = 1 + random.below(tables.n)
    swapTrucks(state, seed)
    ruin(state, seed)
    recreate(state)
    if (tables.hasPenalties) state.cost = totalCost(state)
    if (state.cost >= state.savedCost - temperature * Math.log(random.next())) {
      restoreRoutes(state)
    } else if (state.cost < bestCost - 1e-7) {
      bestCost = state.cost
      copyRoutes(state, best)
    }
  }
  takeRoutes(state, best)
  return iteration
}

function totalCost(state: State): number {
  const { tables, open, openCount } = state
  let cost = 0
  for (let truck = 0; truck < tables.truckCount; truck++) cost += truckCost(state, truck)
  for (let index = 0; index < openCount; index++) cost += tables.leaveOutCost[open[index]!]!
  return cost
}

function averageLeg({ tables, travelCost, stops }: State): number {
  let cost = 0
  let legs = 1
  for (let truck = 0; truck < tables.truckCount; truck++) {
    if (stops[truck] === 0) continue
    cost += travelCost[truck]!
    legs += stops[truck]! + 1
  }
  return cost / legs
}

function takeRoutes(state: State, routes: Int32Array): void {
  const { tables } = state
  for (let truck = 0; truck < tables.truckCount; truck++) releaseNodes(state, truck)
  let at = 0
  for (let truck = 0; truck < tables.truckCount; truck++) at = setRoute(state, truck, routes, at)
  for (let truck = 0; truck < tables.truckCount; truck++) refreshTruck(state, truck)
  state.openCount = 0
  for (let visit = 1; visit <= tables.n; visit++) {
    if (state.truck[visit]! < 0) state.open[state.openCount++] = visit
  }
}
