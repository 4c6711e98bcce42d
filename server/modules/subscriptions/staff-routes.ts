import * as contract from '#contract/staff-subscriptions.ts'
import type { StaffMounts } from '#server/http/staff-mounts.ts'
import type { ChangeDeps } from './change-subscription.ts'
import { doForCustomer } from './staff-deed.ts'
import { subscriptionsPage, subscriptionsTotal } from './staff-list.ts'
import { subscriptionDetail } from './subscription-detail.ts'

export function staffSubscriptionRoutes({ mount, mountList }: StaffMounts, deps: ChangeDeps): void {
  mountList(contract.listStaffSubscriptions, {
    page: (query, limit) => subscriptionsPage(deps.db, query, limit),
    total: (query) => subscriptionsTotal(deps.db, query),
  })
  mount(contract.readStaffSubscription, ({ params }) =>
    subscriptionDetail(deps.db, deps, params.id),
  )
  mount(contract.changeStaffSubscription, async ({ user, params, body }) => {
    await doForCustomer(deps, user, params.id, body)
    return subscriptionDetail(deps.db, deps, params.id)
  })
}
