import * as staffContract from '#contract/staff/price-increases.ts'
import * as contract from '#contract/subscriptions/price-changes.ts'
import type { Limits } from '#server/http/limits.ts'
import type { Mount } from '#server/http/mount/mount.ts'
import type { SubscriptionDeps } from '../deps.ts'
import { agreeAsCustomer, answerPriceChange, readPriceChange } from './answer-price-change.ts'
import { remindSubscribers } from './remind-subscribers.ts'
import { listPriceIncreases } from './staff-price-increases.ts'

const linksPerIp = { name: 'one_tap', max: 600, seconds: 600 }

export function priceChangeRoutes(mount: Mount, deps: SubscriptionDeps & { limits: Limits }): void {
  mount(contract.readPriceChange, async ({ params, ip }) => {
    await deps.limits.consume(linksPerIp, ip)
    return readPriceChange(deps, params.token)
  })
  mount(contract.answerPriceChange, async ({ params, body, ip }) => {
    await deps.limits.consume(linksPerIp, ip)
    return answerPriceChange(deps, params.token, body.answer, ip)
  })
  mount(contract.agreeToPriceChange, ({ user, params, ip }) =>
    agreeAsCustomer(deps, user.id, params.id, ip),
  )
  mount(staffContract.listPriceIncreases, ({ params }) => listPriceIncreases(deps, params.id))
  mount(staffContract.remindPriceIncrease, ({ user, params }) =>
    remindSubscribers(deps, user, params),
  )
}
