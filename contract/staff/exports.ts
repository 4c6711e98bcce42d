import type { Endpoint } from '../endpoint.ts'
import { apiPaths } from '../paths.ts'
import { ListQuery } from './listing.ts'

/** A list as it is filtered and searched, but whole. */
const ExportQuery = ListQuery.omit({ limit: true, cursor: true })

const csv = {
  method: 'GET',
  role: 'admin',
  query: ExportQuery,
  file: 'text/csv',
  failures: [],
} as const

export const exportCustomers = {
  ...csv,
  path: apiPaths.adminCustomersCsv,
  summary: 'Customers as a CSV file, filtered like their list',
} as const satisfies Endpoint

export const exportOrders = {
  ...csv,
  path: apiPaths.adminOrdersCsv,
  summary: 'Orders as a CSV file, filtered like their list',
} as const satisfies Endpoint

export const exportTrucks = {
  ...csv,
  path: apiPaths.adminTrucksCsv,
  summary: 'Trucks as a CSV file, filtered like their list',
} as const satisfies Endpoint

export const exportSubscriptions = {
  ...csv,
  path: apiPaths.adminSubscriptionsCsv,
  summary: 'Subscriptions as a CSV file, filtered like their list',
} as const satisfies Endpoint

export const exportSchedules = {
  ...csv,
  path: apiPaths.adminSchedulesCsv,
  summary: 'Schedules as a CSV file, filtered like their list',
} as const satisfies Endpoint
