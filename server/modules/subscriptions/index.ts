export {
  cancelSubscription,
  cancelSubscriptionById,
  cancelSubscriptionIn,
  closeCancelledIntent,
} from './cancel/cancel-subscription.ts'
export { isDisputed, refuseWhileDisputed } from './cancel/disputed-payments.ts'
export { deliveryCancelled, endSubscription } from './cancel/end-subscription.ts'
export { pauseForDispute } from './cancel/pause-for-dispute.ts'
export {
  hasCardConsent,
  keepCardConsent,
  stopKeepingCard,
  withdrawCardConsent,
} from './card/card-consent.ts'
export { followDefaultCard, refreshCard, takeCard } from './card/follow-default-card.ts'
export { type Placer, recordConsent } from './card/record-consent.ts'
export { applyDeed } from './changes/apply-deed.ts'
export { changeEmails } from './changes/change-emails.ts'
export type { ChangeDeps } from './changes/change-subscription.ts'
export { cycleMoved } from './changes/cycle-moved.ts'
export { withTrace } from './changes/deed-trace.ts'
export { laterOrderId, orderDelivery } from './changes/order-delivery.ts'
export { skipCycle } from './changes/skip-cycle.ts'
export { dateOfCycle, firstCycleOn, nextChangeable } from './cycle-dates.ts'
export type { SubscriptionDeps } from './deps.ts'
export { agreedBy, forgetSubscriber } from './forget-person.ts'
export { deliveryLetters } from './letters.ts'
export { openSubscription } from './open-subscription.ts'
export {
  type CycleRow,
  changeCycle,
  changeSubscription,
  cycleOfOrder,
  firstOrderOf,
  type Held,
  lockSubscription,
  lockSubscriptionsOf,
  OPEN_STATUSES,
  type SubscriptionRow,
  subscriptionsToPlan,
  withSubscription,
} from './queries.ts'
export { subscriptionRoutes } from './routes.ts'
export { canChargeMissed, isUnpaid } from './rules.ts'
export { foldCounts } from './staff/fold-counts.ts'
export { type NeedDays, needDays, needsAHand, orderNeeding } from './staff/order-needs.ts'
export { recurringFigures, subscriptionNeeds } from './staff/recurring-figures.ts'
export { staffSubscriptionRoutes } from './staff/staff-routes.ts'
export { subscriptionOfOrder } from './staff/subscription-of-order.ts'
export { type ViewDeps, viewSubscription } from './subscription-view.ts'
