export {
  cancelSubscription,
  cancelSubscriptionById,
  cancelSubscriptionInTx,
  closeCancelledIntent,
} from './cancel/cancel-subscription.ts'
export { assertNotDisputed, isDisputed } from './cancel/disputed-payments.ts'
export { deliveryCancelled, endSubscription } from './cancel/end-subscription.ts'
export { pauseForDispute } from './cancel/pause-for-dispute.ts'
export {
  hasCardConsent,
  saveCardConsent,
  stopSavingCard,
  withdrawCardConsent,
} from './card/card-consent.ts'
export { type ConsentedCard, findConsentedCard } from './card/find-consented-card.ts'
export { type OrderOrigin, recordConsent } from './card/record-consent.ts'
export { refreshCard, switchToCard, syncDefaultCard } from './card/sync-default-card.ts'
export { applyChange } from './changes/apply-change.ts'
export { withAuditTrail } from './changes/audit-change.ts'
export { changeEmails } from './changes/change-emails.ts'
export type { ChangeDeps } from './changes/change-subscription.ts'
export { cyclesMoved } from './changes/cycle-moved.ts'
export { orderDelivery, renewalOrderId } from './changes/order-delivery.ts'
export { rescheduleCharges } from './changes/reschedule-charges.ts'
export { skipCycle } from './changes/skip-cycle.ts'
export {
  claimDueCycle,
  markCycleCharging,
  markCyclePaid,
  updateClaimedCycle,
} from './claim-cycle.ts'
export { findNextDates, markRescheduled, updateNextDates } from './closed-dates/next-dates.ts'
export { skipSharedDates } from './closed-dates/skip-shared-dates.ts'
export { createSubscription } from './create-subscription.ts'
export {
  cadenceDate,
  deliveryDateFinder,
  firstCycleOn,
  nextEditableCycle,
  sharedDateReason,
  sharesDate,
} from './cycle-dates.ts'
export { findPlanned, type PlannedDelivery } from './day-changes/find-planned.ts'
export {
  delayCharges,
  lockSubscriptions,
  overrideDates,
  restoreDates,
  setRescheduled,
} from './day-changes/override-dates.ts'
export { deliveryEmails } from './delivery-emails.ts'
export type { SubscriptionDeps } from './deps.ts'
export {
  eraseConsentIps,
  eraseSubscriber,
  getConsents,
  getPriceAnswers,
  removeSavedCards,
} from './erase-subscriber.ts'
export { findNetDays } from './find-net-days.ts'
export { planImported, type SubscriptionImport } from './imported/plan-imported.ts'
export { startImported } from './imported/start-imported.ts'
export { moveSuffix } from './move-suffix.ts'
export { auditPlans } from './planned/audit-plans.ts'
export { updateFewPlans, updatePlans } from './planned/update-plans.ts'
export { askAboutPrices } from './prices/ask-about-prices.ts'
export { priceEmails } from './prices/price-emails.ts'
export { priceChangeRoutes } from './prices/routes.ts'
export {
  type CycleRow,
  findCycleByOrder,
  findSubscriptionsToPlan,
  getFirstDate,
  getFirstOrder,
  type LockedSubscription,
  lockSubscription,
  lockSubscriptionsOfOrders,
  OPEN_STATUSES,
  type SubscriptionRow,
  updateCycleRow,
  updateSubscriptionRow,
  withLockedSubscription,
} from './queries.ts'
export { listOutsideZones } from './route-days/list-outside.ts'
export { DAY_CHANGE_SUFFIX, routeDayEmails } from './route-days/move-emails.ts'
export { reassignSubscriptions } from './route-days/reassign-subscriptions.ts'
export { subscriptionRoutes } from './routes.ts'
export { canChargeMissed, isUnpaid } from './rules.ts'
export { compactCounts } from './staff/compact-counts.ts'
export { countSubscribers } from './staff/count-subscribers.ts'
export { getOrderSubscription } from './staff/order-subscription.ts'
export { staffSubscriptionRoutes } from './staff/staff-routes.ts'
export {
  countSubscriptionAttention,
  subscriptionMetrics,
} from './staff/subscription-metrics.ts'
export { type ViewDeps, viewSubscription } from './subscription-view.ts'
export { isUncharged } from './uncharged.ts'
