export { cancelSubscription, type SubscriptionDeps } from './cancel-subscription.ts'
export { subscriptionRoutes } from './routes.ts'
