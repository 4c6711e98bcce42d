export { auditDeposits, depositLiability } from './audit-deposits.ts'
export { findDeposit } from './find-deposit.ts'
export { getRefundableOrder, lockDeposit, refundableDeposit } from './refundable-deposit.ts'
export { depositRoutes } from './routes.ts'
