export { auditBottles } from './audit-bottles.ts'
export { bookMovements } from './book-movements.ts'
export { bookReturn } from './book-return.ts'
export { bottlesMissing } from './bottles-missing.ts'
export {
  type ClosedDelivery,
  clearCounts,
  finalizeDeliveries,
  recordClosedDeliveries,
  removeClosedDeliveries,
  reopenClosedDelivery,
  restoreCounts,
} from './closed-deliveries.ts'
export { eraseBottles } from './erase-bottles.ts'
export { lockCounts } from './lock-events.ts'
export { balanceAfter, listCustomerMovements } from './queries.ts'
export { readPaces } from './read-paces.ts'
export { reverseMovements } from './reverse-movements.ts'
export { bottleRoutes } from './routes.ts'
export { movementsOfEvent, type Pace } from './rules.ts'
export type { CountedEvent, StopsOfOrders } from './types.ts'
