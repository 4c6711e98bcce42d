import * as contract from '#contract/staff/phone-orders.ts'
import type { Mount } from '#server/http/mount/mount.ts'
import type { PhoneOrderDeps } from './deps.ts'
import { placePhoneOrder } from './place-phone-order.ts'
import { quotePhoneOrder } from './price-phone-order.ts'

export function phoneOrderRoutes(mount: Mount, deps: PhoneOrderDeps): void {
  mount(contract.quotePhoneOrder, ({ body }) => quotePhoneOrder(deps, body))
  mount(contract.placePhoneOrder, ({ user, body }) => placePhoneOrder(deps, user, body))
}
