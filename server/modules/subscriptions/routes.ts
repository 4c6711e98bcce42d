import * as contract from '#contract/customer.ts'
import type { Mount } from '#server/http/mount.ts'
import { cancelSubscription } from './cancel-subscription.ts'
import type { SubscriptionDeps } from './deps.ts'

export function subscriptionRoutes(mount: Mount, deps: SubscriptionDeps): void {
  mount(contract.cancelSubscription, ({ user, params }) =>
    cancelSubscription(deps, user.id, params.id),
  )
}
