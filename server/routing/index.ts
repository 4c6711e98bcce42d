export { checkPlan } from './check-plan.ts'
export { type GeoPoint, greatCircleMatrix } from './matrix/great-circle.ts'
export {
  DEFAULT_WEIGHTS,
  type LeftOutReason,
  type Plan,
  type PlannedRoute,
  type RoutingProblem,
  type TravelMatrix,
  type Truck,
  type Visit,
} from './problem.ts'
export { solve } from './solve.ts'
export { solveInWorkers } from './solve-in-workers.ts'
