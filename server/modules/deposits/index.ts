export { findDeposit } from './find-deposit.ts'
export { depositRoutes } from './routes.ts'
