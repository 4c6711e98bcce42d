export { abandonPayment } from './abandon-payment.ts'
export { admitVisitor, type Visitor } from './admit-visitor.ts'
export { adoptCharge } from './adopt-charge.ts'
export { type AdoptOutcome, adoptSetAside } from './adopt-set-aside.ts'
export { askProvider } from './ask-provider.ts'
export { auditBooks } from './audit-books.ts'
export { closeBreaker } from './breaker.ts'
export { cancelIntent } from './cancel-intent.ts'
export { deleteProviderCustomers, requestCustomerDeletion } from './delete-provider-customers.ts'
export type { AcceptedRefund, PaymentDeps, PaymentHandlers } from './deps.ts'
export { describeProblem } from './describe-problem.ts'
export { endDeclined } from './end-declined.ts'
export { withPayer } from './ensure-payer.ts'
export { reconcileRefunds } from './follow-refunds.ts'
export { forgetNetworks } from './forget-networks.ts'
export { handledEventTypes } from './handled-events.ts'
export type { FindPayable, PayingPerson } from './pay-order.ts'
export {
  type CardIntent,
  CardProblem,
  type CardProvider,
  type Decline,
  withinBuyersTime,
} from './port.ts'
export {
  declineCount,
  intentCount,
  isSentBack,
  lockPayment,
  type PaymentRow,
  payerRef,
  paymentOf,
} from './queries.ts'
export { readOrNone } from './read-or-none.ts'
export { reconcileEvents } from './reconcile-events.ts'
export { expireUnpaid, reconcilePayments } from './reconcile-payments.ts'
export { noteDecline } from './record-decline.ts'
export {
  adoptIntent,
  forgetIntent,
  openCyclePayment,
  openPayment,
  reassignIntents,
  recordIntent,
} from './record-intent.ts'
export { clearSettleFailure } from './record-settle-failure.ts'
export { paymentRefresher } from './refresh-payment.ts'
export { refundableCents, requestedRefundCents } from './refundable.ts'
export { requestRefund } from './request-refund.ts'
export { paymentRoutes } from './routes.ts'
export { isSameAccount, KEY_LIFETIME_MS, MAX_DECLINES } from './rules.ts'
export { sandboxRoutes } from './sandbox-routes.ts'
export { sendDueRefunds } from './send-due-refunds.ts'
export { settleForBuyer } from './settle-for-buyer.ts'
export { applyWord, settleIntent } from './settle-intent.ts'
export { stepPayment } from './step-payment.ts'
export type { TestBillingPortal, TestCardForm } from './test-pages-port.ts'
export { withdrawRefund, withdrawRefunds } from './withdraw-refund.ts'
