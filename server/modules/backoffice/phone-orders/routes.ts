import { acceptTerms as acceptTermsCall } from '#contract/payments/payments.ts'
import * as contract from '#contract/staff/phone-orders.ts'
import type { Mount } from '#server/http/mount/mount.ts'
import { acceptTerms } from './accept-terms.ts'
import type { PhoneOrderDeps } from './deps.ts'
import { placePhoneOrder } from './place-phone-order.ts'
import { quotePhoneOrder } from './price-phone-order.ts'

const acceptances = { name: 'terms', max: 100, seconds: 600 }

export function phoneOrderRoutes(mount: Mount, deps: PhoneOrderDeps): void {
  mount(contract.quotePhoneOrder, ({ body }) => quotePhoneOrder(deps, body))
  mount(acceptTermsCall, async ({ params, ip, caller }) => {
    await deps.limits.consume(acceptances, ip)
    const user = await caller()
    const customerId = user.role === 'customer' ? user.id : undefined
    await acceptTerms(deps, params.id, { ip, customerId })
    return undefined
  })
  mount(contract.placePhoneOrder, ({ user, body }) => placePhoneOrder(deps, user, body))
}
