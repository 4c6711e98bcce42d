import { queryOptions } from '@tanstack/react-query'
import type {
  readCustomerDetail,
  readOrderDetail,
  refundOrder as refundOrderEndpoint,
  resendMail as resendMailEndpoint,
  scheduleOrders as scheduleOrdersEndpoint,
  undoOrders as undoOrdersEndpoint,
  undoSchedules as undoSchedulesEndpoint,
  updateOrders as updateOrdersEndpoint,
} from '#contract/backoffice.ts'
import type { SentBodyOf } from '#contract/endpoint.ts'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import {
  adaptCustomerDetail,
  adaptOrderDetail,
  type KnownCustomerDetail,
  type KnownOrderDetail,
} from './adapt/detail.ts'
import { call } from './client.ts'

/** A refund or a mail that is on its way changes by itself. */
const SOON_MS = 1_500

const isOnItsWay = ({ refunds = [], mails = [] }: KnownOrderDetail) =>
  refunds.some(({ status }) => status === 'requested') ||
  mails.some(({ status }) => status === 'waiting')

export const orderDetailQuery = (id: string) =>
  queryOptions({
    queryKey: [fillPath(apiPaths.adminOrder, { id })],
    queryFn: async ({ signal }): Promise<KnownOrderDetail> => {
      const request = { method: 'GET', path: apiPaths.adminOrder, params: { id } } as const
      return adaptOrderDetail(await call<typeof readOrderDetail>(request, signal))
    },
    refetchInterval: ({ state }) => (state.data && isOnItsWay(state.data) ? SOON_MS : false),
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

export function resendMail(id: string) {
  return call<typeof resendMailEndpoint>({
    method: 'POST',
    path: apiPaths.adminMailResend,
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
