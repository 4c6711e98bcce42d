export { eraseCustomerEntries, eraseOrderEntries } from './erase-entries.ts'
export { auditHistory } from './history.ts'
export { latestEntry } from './latest-entry.ts'
export {
  type Actor,
  recordAuditEntries,
  recordAuditEntry,
} from './record-audit-entry.ts'
export { recordExport } from './record-export.ts'
export { auditRoutes } from './routes.ts'
