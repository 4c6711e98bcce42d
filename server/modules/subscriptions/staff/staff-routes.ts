import { exportSubscriptions } from '#contract/staff/exports.ts'
import type { ListQuery } from '#contract/staff/listing.ts'
import * as contract from '#contract/subscriptions/staff-subscriptions.ts'
import type { StaffRouter } from '#server/http/mount/staff-router.ts'
import type { ChangeDeps } from '../changes/change-subscription.ts'
import { subscriptionsPage, subscriptionsTotal } from './staff-list.ts'
import { subscriptionColumns } from './subscription-columns.ts'

export function staffSubscriptionRoutes(
  { mountList, mountCsv }: StaffRouter,
  deps: ChangeDeps,
): void {
  const list = {
    page: (query: ListQuery, limit: number) => subscriptionsPage(deps, query, limit),
    total: (query: ListQuery) => subscriptionsTotal(deps.db, query),
  }
  mountList(contract.listStaffSubscriptions, { ...list, exportedAs: 'subscriptions' })
  mountCsv(exportSubscriptions, { ...list, list: 'subscriptions', columns: subscriptionColumns })
}
