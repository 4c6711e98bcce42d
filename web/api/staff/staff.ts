import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
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
import { fetchListPage, type ListRequest } from '../list-page.ts'
import { call } from './staff-client.ts'

/** The version the client read. An update with an older version fails as stale. */
export type VersionedRow = { version?: number | null | undefined }

export function loginStaff(body: AdminLoginForm) {
  return call<typeof adminLogin>({ method: 'POST', path: apiPaths.adminLogin, body })
}

export const customersQuery = (request: ListRequest) =>
  queryOptions({
    queryKey: [apiPaths.adminCustomers, request],
    queryFn: ({ signal }) => fetchListPage(apiPaths.adminCustomers, request, adaptCustomer, signal),
  })

export function updateCustomer(id: string, form: CustomerForm, current: VersionedRow) {
  return call<typeof updateCustomerEndpoint>({
    method: 'PATCH',
    path: apiPaths.adminCustomer,
    params: { id },
    body: { ...form, ...expectedVersion(current) },
  })
}

export const staffOrdersQuery = (request: ListRequest) =>
  queryOptions({
    queryKey: [apiPaths.adminOrders, request],
    queryFn: ({ signal }) => fetchListPage(apiPaths.adminOrders, request, adaptOrder, signal),
  })

/** The server's maximum page size. Few users scroll further, and they can search. */
const OPTIONS_PER_PAGE = 200

/** Orders to choose from, newest first. */
export const orderOptionsQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: [apiPaths.adminOrders, 'choices', q],
    queryFn: ({ pageParam, signal }) =>
      fetchListPage(
        apiPaths.adminOrders,
        { q, limit: OPTIONS_PER_PAGE, cursor: pageParam },
        adaptOrder,
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  })

export function updateOrder(
  id: string,
  form: Partial<OrderForm> & { refund?: boolean; cancelDelivery?: boolean },
  current: VersionedRow,
) {
  return call<typeof updateOrderEndpoint>({
    method: 'PATCH',
    path: apiPaths.adminOrder,
    params: { id },
    body: { ...form, ...expectedVersion(current) },
  })
}

/** Loads both lists together, so that results do not shift while the user selects one. */
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

/** Omitted for a backend without versions. */
export function expectedVersion({ version }: VersionedRow): { version?: number } {
  return typeof version === 'number' ? { version } : {}
}
