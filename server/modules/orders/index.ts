export { applyChargedTotal } from './apply-charged-total.ts'
export { auditPrices } from './audit-prices.ts'
export { cancelUnpaidOrder, markCancelled, reopenOrder } from './cancel/cancel-order.ts'
export {
  canPlanCancelled,
  isOrderStillDelivered,
  isOwedAfterCancel,
  isPlannable,
  isPlannableAfterCancel,
  isStillDelivered,
} from './cancel/owed-after-cancel.ts'
export {
  cancelRefundKey,
  refundCancelled,
  withdrawCancelRefunds,
} from './cancel/refund-cancelled.ts'
export { confirmPaidOrder, nextInvoiceNumber } from './confirm-order.ts'
export {
  type CustomerOrderDetails,
  getCustomerOrder,
  getCustomerOrders,
} from './customer-orders.ts'
export {
  deferEffect,
  dropDeferredEffect,
  hasDeferredEffect,
  lockDeferredEffects,
  type OrderEffect,
  runDeferredEffects,
} from './deferred-effects.ts'
export type { DeliveryTracker, OrderDeps, OrderHandlers } from './deps.ts'
export { eraseBuyers } from './erase-buyers.ts'
export { payableOrders } from './find-payable.ts'
export { formatInvoiceNumber, toInvoice } from './invoice.ts'
export { lockOrder, lockOrders } from './lock-order.ts'
export { type EmailDeps, orderEmails, toOrderEmail } from './order-emails.ts'
export { creditView, refundedCents, toOrderView, toPriceLine } from './order-view.ts'
export {
  getOrderWithDetails,
  getOrderWithItems,
  type OrderRow,
  type OrderWithDetails,
  orderSearchText,
} from './queries.ts'
export { refundDedupeSuffix } from './refund-in-email.ts'
export { refundReasonForStaff } from './refund-reasons.ts'
export { orderRoutes } from './routes.ts'
export { canSeePersonalData } from './rules.ts'
export { skipInvoiceNumbers } from './skip-invoice-numbers.ts'
export { searchViaOrders } from './staff/search-via-orders.ts'
export { selectMatching } from './staff/sorted-subset.ts'
export { staffOrderRoutes } from './staff/staff-routes.ts'
export { queueStatements } from './statements/queue-statements.ts'
export { statementRoutes } from './statements/routes.ts'
export { statementEmails } from './statements/statement-email.ts'
export {
  isDuplicateOrderNumber,
  markSubmitted,
  type OrderDraft,
  rewriteOrder,
  writeOrder,
} from './write-order.ts'
