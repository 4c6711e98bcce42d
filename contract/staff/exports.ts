import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { accountPaths } from './account-paths.ts'
import { ListQuery } from './listing.ts'
import { AuditQuery } from './staff.ts'

/** Exports have the filters of a list, without pagination. */
const ExportQuery = ListQuery.omit({ limit: true, cursor: true })

const csv = {
  method: 'GET',
  role: 'admin',
  permission: 'exports.read',
  needsConfirmation: true,
  query: ExportQuery,
  file: 'text/csv',
  failures: [],
} as const

export const exportCustomers = {
  ...csv,
  path: apiPaths.adminCustomersCsv,
  summary: 'Export customers as a CSV file, filtered like their list',
} as const satisfies Endpoint

export const exportOrders = {
  ...csv,
  path: apiPaths.adminOrdersCsv,
  summary: 'Export orders as a CSV file, filtered like their list',
} as const satisfies Endpoint

export const exportTrucks = {
  ...csv,
  path: apiPaths.adminTrucksCsv,
  summary: 'Export trucks as a CSV file, filtered like their list',
} as const satisfies Endpoint

export const exportBottles = {
  ...csv,
  path: apiPaths.adminBottlesCsv,
  summary: 'Export the customers that have bottles as a CSV file',
} as const satisfies Endpoint

export const exportSubscriptions = {
  ...csv,
  path: apiPaths.adminSubscriptionsCsv,
  summary: 'Export subscriptions as a CSV file, filtered like their list',
} as const satisfies Endpoint

export const exportSchedules = {
  ...csv,
  path: apiPaths.adminSchedulesCsv,
  summary: 'Export schedules as a CSV file, filtered like their list',
} as const satisfies Endpoint

export const exportAudit = {
  ...csv,
  path: accountPaths.auditCsv,
  summary: 'Export the audit log as a CSV file, filtered like its list',
  query: AuditQuery.omit({ limit: true, cursor: true }),
} as const satisfies Endpoint
