export { adoptChargedTotal } from './adopt-charged-total.ts'
export { cancelUnpaidOrder, markCancelled, reviveOrder } from './cancel-order.ts'
export { confirmPaidOrder } from './confirm-order.ts'
export { cancelEffect, invoiceNumberOf, toCustomerOrder } from './customer-order.ts'
export { customerOrderRoutes } from './customer-routes.ts'
export { dropDeferredEffect, runDeferredEffects } from './deferred-effects.ts'
export type { OrderDeps, OrderHandlers } from './deps.ts'
export { payableOrders } from './find-payable.ts'
export { type LetterDeps, letterOf, orderLetters } from './letters.ts'
export { markDelivered } from './mark-delivered.ts'
export { type NeedDays, needDays, needsAHand } from './needs.ts'
export { toOrderView } from './order-view.ts'
export {
  lockOrder,
  type OrderRow,
  ordersOfCustomer,
  orderWords,
  ownOrder,
  wholeOrder,
} from './queries.ts'
export { refundOccasion } from './refund-in-mail.ts'
export { restoreOrderIn } from './restore-order.ts'
export { orderRoutes } from './routes.ts'
export { searchThroughOrders } from './search-through.ts'
export { staffOrderRoutes } from './staff-routes.ts'
export {
  NOTHING_LEFT,
  setDeliveryStatus,
  updateOrderIn,
} from './update-order.ts'
export { isTakenNumber, type OrderDraft, writeOrder } from './write-order.ts'
