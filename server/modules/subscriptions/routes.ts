import { Readable } from 'node:stream'
import { cancelSubscription as cancelCall } from '#contract/customer.ts'
import * as contract from '#contract/subscriptions.ts'
import type { Limits } from '#server/http/limits.ts'
import type { Mount } from '#server/http/mount.ts'
import { cancelSubscription } from './cancel/cancel-subscription.ts'
import { calendarFeed } from './changes/calendar-feed.ts'
import {
  type ChangeDeps,
  changeOwnSubscription,
  subscriptionsOf,
} from './changes/change-subscription.ts'
import { doOneTap, showOneTap } from './changes/one-tap.ts'

const linksPerAddress = { name: 'one_tap', max: 600, seconds: 600 }

export function subscriptionRoutes(mount: Mount, deps: ChangeDeps & { limits: Limits }): void {
  mount(cancelCall, ({ user, params }) => cancelSubscription(deps, user.id, params.id))
  mount(contract.listSubscriptions, ({ user }) => subscriptionsOf(deps, user.id))
  mount(contract.changeSubscription, ({ user, params, query, body }) =>
    changeOwnSubscription(deps, {
      customerId: user.id,
      id: params.id,
      deed: body,
      isPreview: query.preview === 'true',
    }),
  )
  mount(contract.readOneTap, async ({ params, ip }) => {
    await deps.limits.consume(linksPerAddress, ip)
    return showOneTap(deps, params.token)
  })
  mount(contract.doOneTap, async ({ params, ip }) => {
    await deps.limits.consume(linksPerAddress, ip)
    return doOneTap(deps, params.token)
  })
  mount(contract.readCalendar, async ({ params, ip }) => {
    await deps.limits.consume(linksPerAddress, ip)
    return Readable.from([await calendarFeed(deps, params.token)]) as never
  })
}
