export { auditBalance } from './balance/audit-balance.ts'
export { findDifferences } from './balance/find-differences.ts'
export { newestTransaction } from './balance/newest-transaction.ts'
export { lastBalanceRun, readBalance } from './balance/read-balance.ts'
export { callProvider } from './call-provider.ts'
export { type AdmittedClient, admitClient } from './card-testing/admit-client.ts'
export { closeBreaker } from './card-testing/breaker.ts'
export { cancelAfterDeclines } from './card-testing/cancel-after-declines.ts'
export { purgeNetworks } from './card-testing/purge-networks.ts'
export { recordLatestDecline } from './card-testing/record-decline.ts'
export { coverPayment } from './credit/cover-payment.ts'
export { releaseCredit, restoreCredit } from './credit/use-credit.ts'
export {
  deleteProviderCustomers,
  requestCustomerDeletion,
  unlinkProviderCustomers,
} from './customers/delete-provider-customers.ts'
export { withProviderCustomer } from './customers/ensure-provider-customer.ts'
export type { AcceptedRefund, LockedOrder, PaymentDeps, PaymentHandlers } from './deps.ts'
export { describeProviderError } from './describe-provider-error.ts'
export { handledEventTypes } from './events/handled-events.ts'
export { purgeEvents } from './events/purge-events.ts'
export { readRecentLists } from './events/read-recent-lists.ts'
export { reconcileEvents } from './events/reconcile-events.ts'
export { attachCharge } from './intents/attach-charge.ts'
export { cancelIntent } from './intents/cancel-intent.ts'
export { cancelPayment } from './intents/cancel-payment.ts'
export { findIntent } from './intents/find-intent.ts'
export { isOpenLink, limitPayLinks } from './intents/limit-pay-links.ts'
export type { FindPayable, PayableOrder, PaymentOrigin } from './intents/pay-order.ts'
export {
  attachIntent,
  createCyclePayment,
  createLinkPayment,
  createPayment,
  detachIntent,
  type IntentValues,
  insertedIntent,
  type PaymentValues,
  reassignIntents,
  recordIntent,
  savedPayment,
  toPaymentValues,
} from './intents/record-intent.ts'
export { createPaymentRefresher } from './intents/refresh-payment.ts'
export {
  type CardIntent,
  type CardProvider,
  CardProviderError,
  type CardSetup,
  type Decline,
  withCheckoutDeadline,
} from './port.ts'
export {
  declineCount,
  findCustomerRef,
  getPayment,
  intentCount,
  isRefundedBeforeOrder,
  lockPayment,
  type PaymentRow,
} from './queries.ts'
export { adoptPayment } from './reconcile/adopt-payment.ts'
export { alertLostRefunds } from './reconcile/alert-lost-refunds.ts'
export { auditBooks } from './reconcile/audit-books.ts'
export { distrustQueuedRefunds, findUnbooked } from './reconcile/find-unbooked.ts'
export { expireUnpaidOrders, reconcilePayments } from './reconcile/reconcile-payments.ts'
export { eraseRefundReasons } from './refunds/erase-refund-reasons.ts'
export { moveToCard, whyNotToCard } from './refunds/move-to-card.ts'
export { finishCreditRefunds } from './refunds/refund-as-credit.ts'
export { refundAsTender, type TenderRefundDeps } from './refunds/refund-as-tender.ts'
export { REFUND_RETURNED } from './refunds/refund-error.ts'
export { type RefundableRest, refundRest } from './refunds/refund-rest.ts'
export { getRefundable, type Refundable, requestedRefundCents } from './refunds/refundable.ts'
export type { RefundedItem } from './refunds/refunded-item.ts'
export { requestRefund } from './refunds/request-refund.ts'
export { sendDueRefunds } from './refunds/send-due-refunds.ts'
export { reconcileRefunds } from './refunds/sync-refunds.ts'
export { PAYMENT_REVERSED, voidUnpaidRefunds } from './refunds/void-credit-refunds.ts'
export { withdrawRefund, withdrawRefunds } from './refunds/withdraw-refund.ts'
export { paymentRoutes } from './routes.ts'
export { isSameAccount, KEY_LIFETIME_MS, MAX_DECLINES, paymentTerms } from './rules.ts'
export { sandboxRoutes } from './sandbox-routes.ts'
export { clearSettleFailure } from './settle/record-settle-failure.ts'
export { settleForBuyer } from './settle/settle-for-buyer.ts'
export { applyIntentState, settleIntent } from './settle/settle-intent.ts'
export { type SetAsideOutcome, settleSetAside } from './settle/settle-set-aside.ts'
export { transitionPayment } from './settle/transition-payment.ts'
export {
  createDuePayment,
  invoicePayment,
  removeInvoiceTerms,
} from './tenders/create-due-payment.ts'
export { eraseTenderReferences } from './tenders/erase-references.ts'
export {
  listTenders,
  sumTenders,
  type TenderRow,
  toStaffTender,
  toTenders,
} from './tenders/list-tenders.ts'
export { recordTender, recordTenderInTx } from './tenders/record-tender.ts'
export { reverseTender, reverseTenderInTx } from './tenders/reverse-tender.ts'
export type { TestBillingPortal, TestCardForm } from './test-pages-port.ts'
