import * as bottleImports from './bottles/bottle-imports.ts'
import * as bottles from './bottles/bottles.ts'
import * as staffBottles from './bottles/staff-bottles.ts'
import * as cases from './cases/cases.ts'
import * as catalog from './catalog.ts'
import * as checkout from './checkout.ts'
import * as credit from './credit.ts'
import * as customer from './customer.ts'
import * as deposits from './deposits.ts'
import * as dispatch from './dispatch.ts'
import * as driver from './driver/endpoints.ts'
import * as receipts from './driver/receipts.ts'
import * as driverReviews from './driver/reviews.ts'
import type { Endpoint } from './endpoint.ts'
import * as fleet from './fleet.ts'
import * as identity from './identity.ts'
import * as orders from './orders.ts'
import * as payments from './payments/payments.ts'
import * as sandboxPortal from './payments/sandbox-portal.ts'
import * as setAside from './payments/set-aside.ts'
import * as statements from './payments/statements.ts'
import * as undeliveredRefund from './payments/undelivered-refund.ts'
import * as points from './points/points.ts'
import * as board from './routes/board.ts'
import * as drivers from './routes/drivers.ts'
import * as plans from './routes/plans.ts'
import * as publishing from './routes/publishing.ts'
import * as stops from './routes/stops.ts'
import * as accounts from './staff/accounts.ts'
import * as alerts from './staff/alerts.ts'
import * as backoffice from './staff/backoffice.ts'
import * as books from './staff/books.ts'
import * as staffCases from './staff/cases.ts'
import * as checklist from './staff/checklist.ts'
import * as closedDates from './staff/closed-dates.ts'
import * as exports from './staff/exports.ts'
import * as imports from './staff/imports.ts'
import * as insights from './staff/insights.ts'
import * as phoneOrders from './staff/phone-orders.ts'
import * as priceIncreases from './staff/price-increases.ts'
import * as products from './staff/products.ts'
import * as recovery from './staff/recovery.ts'
import * as settings from './staff/settings.ts'
import * as staff from './staff/staff.ts'
import * as subscriptionImports from './staff/subscription-imports.ts'
import * as tax from './staff/tax.ts'
import * as tenders from './staff/tenders.ts'
import * as twoStep from './staff/two-step.ts'
import * as agreements from './subscriptions/agreements.ts'
import * as priceChanges from './subscriptions/price-changes.ts'
import * as staffSubscriptions from './subscriptions/staff-subscriptions.ts'
import * as subscriptions from './subscriptions/subscriptions.ts'
import * as tracking from './tracking/tracking.ts'
import * as dayChanges from './zones/day-changes.ts'
import * as outlook from './zones/outlook.ts'
import * as zones from './zones/zones.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

/** Every endpoint of the API. */
export const allEndpoints: readonly Endpoint[] = [
  catalog,
  checkout,
  orders,
  payments,
  identity,
  customer,
  credit,
  statements,
  subscriptions,
  priceChanges,
  agreements,
  staffSubscriptions,
  sandboxPortal,
  staff,
  backoffice,
  tenders,
  phoneOrders,
  insights,
  products,
  priceIncreases,
  setAside,
  accounts,
  twoStep,
  alerts,
  settings,
  recovery,
  tax,
  deposits,
  undeliveredRefund,
  bottles,
  staffBottles,
  bottleImports,
  closedDates,
  checklist,
  fleet,
  drivers,
  dispatch,
  points,
  board,
  stops,
  plans,
  outlook,
  publishing,
  driver,
  driverReviews,
  receipts,
  tracking,
  zones,
  dayChanges,
  exports,
  books,
  imports,
  subscriptionImports,
  cases,
  staffCases,
].flatMap((domain) => Object.values(domain).filter(isEndpoint))
