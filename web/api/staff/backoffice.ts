import { queryOptions } from '@tanstack/react-query'
import type { SentBodyOf } from '#contract/endpoint.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type {
  readCustomerDetail,
  readOrderDetail,
  refundOrder as refundOrderEndpoint,
  resendEmail as resendEmailEndpoint,
  scheduleOrders as scheduleOrdersEndpoint,
  undoOrders as undoOrdersEndpoint,
  undoSchedules as undoSchedulesEndpoint,
  updateOrders as updateOrdersEndpoint,
} from '#contract/staff/backoffice.ts'
import {
  adaptCustomerDetail,
  adaptOrderDetail,
  type KnownCustomerDetail,
  type KnownOrderDetail,
} from '../adapt/detail.ts'
import { call } from './staff-client.ts'

/** Polls while a refund or an email is pending. */
const POLL_MS = 1_500

const hasPendingWork = ({ refunds, emails }: KnownOrderDetail) =>
  refunds.some(({ status }) => status === 'requested') ||
  emails?.some(({ status }) => status === 'pending')

/** Used if only the list row is available. */
export const noOrderDetail = adaptOrderDetail(undefined)

export const orderDetailQuery = (id: string) =>
  queryOptions({
    queryKey: [fillPath(apiPaths.adminOrder, { id })],
    queryFn: async ({ signal }): Promise<KnownOrderDetail> => {
      const request = { method: 'GET', path: apiPaths.adminOrder, params: { id } } as const
      return adaptOrderDetail(await call<typeof readOrderDetail>(request, signal))
    },
    refetchInterval: ({ state }) => (state.data && hasPendingWork(state.data) ? POLL_MS : false),
  })

export const customerDetailQuery = (id: string) =>
  queryOptions({
    queryKey: [fillPath(apiPaths.adminCustomer, { id })],
    queryFn: async ({ signal }): Promise<KnownCustomerDetail> => {
      const request = { method: 'GET', path: apiPaths.adminCustomer, params: { id } } as const
      return adaptCustomerDetail(await call<typeof readCustomerDetail>(request, signal))
    },
  })

export function refundOrder(id: string, body: SentBodyOf<typeof refundOrderEndpoint>) {
  return call<typeof refundOrderEndpoint>({
    method: 'POST',
    path: apiPaths.adminOrderRefund,
    params: { id },
    body,
  })
}

export function resendEmail(id: string) {
  return call<typeof resendEmailEndpoint>({
    method: 'POST',
    path: apiPaths.adminEmailResend,
    params: { id },
  })
}

export function updateOrders(body: SentBodyOf<typeof updateOrdersEndpoint>) {
  return call<typeof updateOrdersEndpoint>({
    method: 'PATCH',
    path: apiPaths.adminOrdersBulk,
    body,
  })
}

export function undoOrders(body: SentBodyOf<typeof undoOrdersEndpoint>) {
  return call<typeof undoOrdersEndpoint>({ method: 'POST', path: apiPaths.adminOrdersUndo, body })
}

export function scheduleOrders(body: SentBodyOf<typeof scheduleOrdersEndpoint>) {
  return call<typeof scheduleOrdersEndpoint>({
    method: 'POST',
    path: apiPaths.adminSchedulesBulk,
    body,
  })
}

export function undoSchedules(body: SentBodyOf<typeof undoSchedulesEndpoint>) {
  return call<typeof undoSchedulesEndpoint>({
    method: 'POST',
    path: apiPaths.adminSchedulesUndo,
    body,
  })
}
