export { cancelOrder } from './cancel-order.ts'
export { eraseAddresses, moveOrder, moveOrders } from './change-delivery.ts'
export { correctOrder } from './correct-order.ts'
export { countOpenDeliveries } from './count-open-deliveries.ts'
export { countOwedBottles } from './count-owed-bottles.ts'
export { cancelEffect, toCustomerOrder } from './customer-order.ts'
export { customerOrderRoutes } from './customer-routes.ts'
export type { DeliveryDeps, DeliveryHandlers } from './deps.ts'
export { isUnpaidDeliverable, onHold } from './hold-sql.ts'
export { markDelivered } from './mark-delivered.ts'
export { dispatched, hasOpenDelivery, isOpenDelivery, isToDeliver } from './open-delivery-sql.ts'
export { restoreOrderInTx } from './restore-order.ts'
export { deliveryRoutes } from './routes.ts'
export {
  isBeforeCutoff,
  isDispatched,
  isEditable,
  isOnHold,
  REPORT_MS,
  reportUntil,
} from './rules.ts'
export { setDeliveryProgress } from './set-progress.ts'
export { setReportUntil } from './set-report-until.ts'
export { NOTHING_TO_REFUND, setDeliveryStatus, updateOrderInTx } from './update-order.ts'
