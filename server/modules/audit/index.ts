export { historyOf } from './history.ts'
export { recordExport } from './record-export.ts'
export { auditRoutes } from './routes.ts'
export { type Actor, writeDown, writeDownAll } from './write-down.ts'
