export { endCheckout } from './end-checkout.ts'
export { purgeCheckouts } from './purge-checkouts.ts'
export { hasPlacedOrder } from './queries.ts'
export { CHECKOUT_COOKIE, checkoutRoutes } from './routes.ts'
