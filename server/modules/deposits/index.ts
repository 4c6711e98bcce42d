export { findDeposit } from './find-deposit.ts'
export { getRefundableOrder, lockDeposit, refundableDeposit } from './refundable-deposit.ts'
export { depositRoutes } from './routes.ts'
