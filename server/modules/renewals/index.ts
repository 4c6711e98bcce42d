export { auditCycles } from './audit-cycles.ts'
export { chargeDue } from './charge-due.ts'
export { type ChargeResult, chargeOrder, findChargeResult } from './charge-order.ts'
export { cyclePaid } from './cycle-paid.ts'
export { payableDeliveries } from './payable-deliveries.ts'
export { planDeliveries } from './plan-deliveries.ts'
export {
  hasSubscription,
  importIntent,
  importLedger,
  isOurCycle,
} from './reconcile-after-downtime.ts'
export { renewalRoutes } from './staff/routes.ts'
