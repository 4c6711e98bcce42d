import * as contract from '#contract/driver/receipts.ts'
import { Failure } from '#contract/errors.ts'
import type { Db } from '#server/db/client.ts'
import type { Mount } from '#server/http/mount/mount.ts'
import { canSeePersonalData, getOrderWithItems } from '#server/modules/orders/index.ts'
import type { Clock } from '#server/runtime.ts'
import { readReceipts } from './read-receipts.ts'

type RouteDeps = {
  db: Db
  clock: Clock
  /** Whether the order was placed with this checkout cookie. */
  hasPlacedOrder: (token: string | undefined, orderId: string) => Promise<boolean>
  checkoutCookie: string
}

export function receiptRoutes(mount: Mount, deps: RouteDeps): void {
  const { db, clock } = deps
  const getOrder = async (id: string) => {
    const found = await getOrderWithItems(db, id)
    if (!found) throw new Failure('not_found')
    return found.order
  }
  /** Rule 10: the link shows what was left; the customer's bottles are personal. */
  mount(contract.readReceipts, async ({ params: { id }, caller, cookie, setHeader }) => {
    setHeader('x-robots-tag', 'noindex')
    const order = await getOrder(id)
    const user = await caller()
    const viewer = {
      isStaff: user.role === 'admin',
      customerId: user.role === 'customer' ? user.id : undefined,
      hasCheckoutCookie: await deps.hasPlacedOrder(cookie(deps.checkoutCookie), id),
    }
    const balance = canSeePersonalData(order, viewer, clock.now())
    return readReceipts(db, id, { balance, photos: false, note: false })
  })
  mount(contract.readOwnReceipts, async ({ user, params: { id } }) => {
    const { customerId } = await getOrder(id)
    if (customerId !== user.id) throw new Failure('not_found')
    return readReceipts(db, id, { balance: true, photos: true, note: false })
  })
  mount(contract.readStaffReceipts, async ({ params: { id } }) => {
    await getOrder(id)
    return readReceipts(db, id, { balance: true, photos: true, note: true, failed: true })
  })
}
