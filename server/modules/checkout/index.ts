export { endCheckout } from './end-checkout.ts'
export { placedBy } from './queries.ts'
export { CHECKOUT_COOKIE, checkoutRoutes } from './routes.ts'
