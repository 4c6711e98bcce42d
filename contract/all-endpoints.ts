import * as alerts from './alerts.ts'
import * as backoffice from './backoffice.ts'
import * as catalog from './catalog.ts'
import * as checkout from './checkout.ts'
import * as customer from './customer.ts'
import * as dispatch from './dispatch.ts'
import type { Endpoint } from './endpoint.ts'
import * as exports from './exports.ts'
import * as fleet from './fleet.ts'
import * as identity from './identity.ts'
import * as imports from './imports.ts'
import * as orders from './orders.ts'
import * as payments from './payments.ts'
import * as sandboxPortal from './sandbox-portal.ts'
import * as setAside from './set-aside.ts'
import * as staff from './staff.ts'
import * as staffSubscriptions from './staff-subscriptions.ts'
import * as subscriptions from './subscriptions.ts'

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

/** Every call of the product. */
export const allEndpoints: readonly Endpoint[] = [
  catalog,
  checkout,
  orders,
  payments,
  identity,
  customer,
  subscriptions,
  staffSubscriptions,
  sandboxPortal,
  staff,
  backoffice,
  setAside,
  alerts,
  fleet,
  dispatch,
  exports,
  imports,
].flatMap((domain) => Object.values(domain).filter(isEndpoint))
