export { hashToken, sessionReader } from './read-session.ts'
export { upsertCustomer } from './upsert-customer.ts'
