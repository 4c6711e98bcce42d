import { queryOptions } from '@tanstack/react-query'
import type { AdminLoginForm, adminLogin } from '#contract/identity.ts'
import { apiPaths } from '#contract/paths.ts'
import type {
  CustomerForm,
  OrderForm,
  updateCustomer as updateCustomerEndpoint,
  updateOrder as updateOrderEndpoint,
} from '#contract/staff/staff.ts'
import { adaptOrder } from '../adapt/order.ts'
import { adaptCustomer } from '../adapt/users.ts'
import { call } from '../client.ts'
import { fetchListPage, type ListRequest } from '../list-page.ts'

/** Who names the version they saw is told when it is no longer that one. */
export type Versioned = { version?: number | null | undefined }

export function loginStaff(body: AdminLoginForm) {
  return call<typeof adminLogin>({ method: 'POST', path: apiPaths.adminLogin, body })
}

export const customersQuery = (request: ListRequest) =>
  queryOptions({
    queryKey: [apiPaths.adminCustomers, request],
    queryFn: ({ signal }) => fetchListPage(apiPaths.adminCustomers, request, adaptCustomer, signal),
  })

export function updateCustomer(id: string, form: CustomerForm, seen: Versioned) {
  return call<typeof updateCustomerEndpoint>({
    method: 'PATCH',
    path: apiPaths.adminCustomer,
    params: { id },
    body: { ...form, ...expectedVersion(seen) },
  })
}

export const staffOrdersQuery = (request: ListRequest) =>
  queryOptions({
    queryKey: [apiPaths.adminOrders, request],
    queryFn: ({ signal }) => fetchListPage(apiPaths.adminOrders, request, adaptOrder, signal),
  })

export function updateOrder(
  id: string,
  form: Partial<OrderForm> & { refund?: boolean },
  seen: Versioned,
) {
  return call<typeof updateOrderEndpoint>({
    method: 'PATCH',
    path: apiPaths.adminOrder,
    params: { id },
    body: { ...form, ...expectedVersion(seen) },
  })
}

/** Both at once: a list that grows under the hand that chooses from it chooses wrongly. */
export const searchResultsQuery = (request: ListRequest) =>
  queryOptions({
    queryKey: ['search', request],
    staleTime: 0,
    queryFn: async ({ signal }) => {
      const [customers, orders] = await Promise.all([
        fetchListPage(apiPaths.adminCustomers, request, adaptCustomer, signal),
        fetchListPage(apiPaths.adminOrders, request, adaptOrder, signal),
      ])
      return { customers: customers.rows, orders: orders.rows }
    },
  })

/** A backend that keeps no versions is sent none. */
export function expectedVersion({ version }: Versioned): { version?: number } {
  return typeof version === 'number' ? { version } : {}
}
