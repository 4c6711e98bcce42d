import { Readable } from 'node:stream'
import { cancelSubscription as cancelCall } from '#contract/customer.ts'
import * as contract from '#contract/subscriptions/subscriptions.ts'
import type { Limits } from '#server/http/limits.ts'
import type { Mount } from '#server/http/mount/mount.ts'
import { cancelSubscription } from './cancel/cancel-subscription.ts'
import { calendarFeed } from './changes/calendar-feed.ts'
import {
  type ChangeDeps,
  changeOwnSubscription,
  listOwnSubscriptions,
} from './changes/change-subscription.ts'
import { applyOneTap, previewOneTap } from './changes/one-tap.ts'

const linksPerIp = { name: 'one_tap', max: 600, seconds: 600 }

export function subscriptionRoutes(mount: Mount, deps: ChangeDeps & { limits: Limits }): void {
  mount(cancelCall, ({ user, params }) => cancelSubscription(deps, user.id, params.id))
  mount(contract.listSubscriptions, ({ user }) => listOwnSubscriptions(deps, user.id))
  mount(contract.changeSubscription, ({ user, params, query, body }) =>
    changeOwnSubscription(deps, {
      customerId: user.id,
      id: params.id,
      change: body,
      isPreview: query.preview === 'true',
    }),
  )
  mount(contract.readOneTap, async ({ params, ip }) => {
    await deps.limits.consume(linksPerIp, ip)
    return previewOneTap(deps, params.token)
  })
  mount(contract.applyOneTap, async ({ params, ip }) => {
    await deps.limits.consume(linksPerIp, ip)
    return applyOneTap(deps, params.token)
  })
  mount(contract.readCalendar, async ({ params, ip }) => {
    await deps.limits.consume(linksPerIp, ip)
    return Readable.from([await calendarFeed(deps, params.token)]) as never
  })
}
