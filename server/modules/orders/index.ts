export { adoptChargedTotal } from './adopt-charged-total.ts'
export { cancelUnpaidOrder, markCancelled, reviveOrder } from './cancel-order.ts'
export { confirmPaidOrder, nextInvoiceNumber } from './confirm-order.ts'
export { invoiceNumberOf, toInvoice } from './customer-order.ts'
export {
  deferEffect,
  dropDeferredEffect,
  lockDeferredEffects,
  type OrderEffect,
  runDeferredEffects,
} from './deferred-effects.ts'
export type { OrderDeps, OrderHandlers } from './deps.ts'
export { payableOrders } from './find-payable.ts'
export { type LetterDeps, letterOf, orderLetters } from './letters.ts'
export { toOrderView } from './order-view.ts'
export {
  lockOrder,
  type OrderRow,
  ordersOfCustomer,
  orderWords,
  ownOrder,
  type WholeOrder,
  wholeOrder,
} from './queries.ts'
export { cancelRefundKey, refundCancelled, withdrawCancelRefunds } from './refund-cancelled.ts'
export { refundOccasion } from './refund-in-mail.ts'
export { orderRoutes } from './routes.ts'
export { searchThroughOrders } from './search-through.ts'
export { staffOrderRoutes } from './staff-routes.ts'
export { isTakenNumber, type OrderDraft, rewriteOrder, writeOrder } from './write-order.ts'
