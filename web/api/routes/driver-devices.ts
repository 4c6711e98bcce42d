import { queryOptions } from '@tanstack/react-query'
import type {
  createSignInLink as createLinkEndpoint,
  endDriverDevice,
  listDriverDevices,
} from '#contract/driver/endpoints.ts'
import type {
  acceptDriverReview,
  dismissDriverReview,
  listDriverReviews,
} from '#contract/driver/reviews.ts'
import { apiPaths } from '#contract/paths.ts'
import { call } from '../staff/staff-client.ts'

export const driverDevicesQuery = (id: string) =>
  queryOptions({
    queryKey: [apiPaths.adminDriverDevices, id],
    queryFn: ({ signal }) =>
      call<typeof listDriverDevices>(
        { method: 'GET', path: apiPaths.adminDriverDevices, params: { id } },
        signal,
      ),
  })

export const createSignInLink = (id: string) =>
  call<typeof createLinkEndpoint>({
    method: 'POST',
    path: apiPaths.adminSignInLink,
    params: { id },
  })

export const endDevice = (id: string, deviceId: string) =>
  call<typeof endDriverDevice>({
    method: 'DELETE',
    path: apiPaths.adminDriverDevice,
    params: { id, deviceId },
  })

export const driverReviewsQuery = queryOptions({
  queryKey: [apiPaths.adminReviews],
  queryFn: ({ signal }) =>
    call<typeof listDriverReviews>({ method: 'GET', path: apiPaths.adminReviews }, signal),
})

export const acceptReview = (id: string) =>
  call<typeof acceptDriverReview>({
    method: 'POST',
    path: apiPaths.adminReviewAccept,
    params: { id },
  })

export const dismissReview = (id: string) =>
  call<typeof dismissDriverReview>({
    method: 'POST',
    path: apiPaths.adminReviewDismiss,
    params: { id },
  })
