export { historyOf } from './history.ts'
export { auditRoutes } from './routes.ts'
export { type Actor, writeDown } from './write-down.ts'
