import { queryOptions } from '@tanstack/react-query'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type {
  readStaffSubscription,
  StaffSubscription,
  StaffSubscriptionChange,
  SubscriptionDetail,
} from '#contract/subscriptions/staff-subscriptions.ts'
import { adaptSubscriptionDetail } from '../adapt/subscription.ts'
import { fetchListPage, type ListRequest } from '../list-page.ts'
import { call, send } from './staff-client.ts'

/** Only our backend has this list, so rows follow the contract. */
const asIs = (row: unknown) => row as StaffSubscription

export const staffSubscriptionsQuery = (request: ListRequest) =>
  queryOptions({
    queryKey: [apiPaths.adminSubscriptions, request],
    queryFn: ({ signal }) => fetchListPage(apiPaths.adminSubscriptions, request, asIs, signal),
  })

const POLL_MS = 1_500
/** Rows due longer ago are waiting for something else, so polling stops. */
const JUST_DUE_MS = 60_000

export const subscriptionDetailQuery = (id: string) =>
  queryOptions({
    queryKey: [fillPath(apiPaths.adminSubscription, { id })],
    queryFn: async ({ signal }): Promise<SubscriptionDetail> => {
      const request = { method: 'GET', path: apiPaths.adminSubscription, params: { id } } as const
      return adaptSubscriptionDetail(await call<typeof readStaffSubscription>(request, signal))
    },
    refetchInterval: ({ state }) => (state.data && hasPendingWork(state.data) ? POLL_MS : false),
  })

/** True while a card is being charged or an email is being sent. */
const hasPendingWork = ({ cycles, emails }: SubscriptionDetail) =>
  cycles.some(({ status, dueAt }) => status === 'charging' || isJustDue(dueAt)) ||
  emails.some(({ status }) => status === 'pending')

function isJustDue(dueAt: string | null): boolean {
  const ago = dueAt ? Date.now() - Date.parse(dueAt) : -1
  return ago >= 0 && ago < JUST_DUE_MS
}

export function changeSubscriptionAsStaff(
  id: string,
  change: StaffSubscriptionChange,
): Promise<unknown> {
  return send('PATCH', fillPath(apiPaths.adminSubscription, { id }), change)
}
