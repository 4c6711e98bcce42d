export { eraseUnpaidOrders } from './erase-unpaid-orders.ts'
export { privacyRoutes } from './routes.ts'
