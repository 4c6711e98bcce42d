import { orderEvents, readOrder as readOrderCall } from '#contract/orders.ts'
import type { Db } from '#server/db/client.ts'
import type { Listener } from '#server/db/listener.ts'
import type { Limits } from '#server/http/limits.ts'
import type { Mount } from '#server/http/mount/mount.ts'
import type { MountStream } from '#server/http/mount/mount-stream.ts'
import { createPaymentRefresher, type PaymentDeps } from '#server/modules/payments/index.ts'
import type { DeliveryTracker } from './deps.ts'
import { readOrder } from './read-order.ts'
import { streamOrder } from './stream-order.ts'

type RouteDeps = PaymentDeps & {
  db: Db
  listener: Listener
  limits: Limits
  tracker: DeliveryTracker
  /** Whether the order was placed with this checkout cookie. */
  hasPlacedOrder: (token: string | undefined, orderId: string) => Promise<boolean>
  checkoutCookie: string
}

export function orderRoutes(mount: Mount, mountStream: MountStream, deps: RouteDeps): void {
  const refreshPayment = createPaymentRefresher(deps)
  mount(readOrderCall, async ({ params, caller, cookie, setHeader, ip }) => {
    setHeader('x-robots-tag', 'noindex')
    let placed: Promise<boolean> | undefined
    const hasPlaced = () => {
      placed ??= deps.hasPlacedOrder(cookie(deps.checkoutCookie), params.id)
      return placed
    }
    await refreshPayment(params.id, { network: ip, isBuyer: hasPlaced })
    return readOrder(deps, params.id, { caller, hasPlaced })
  })

  mountStream(orderEvents, ({ params }, send) => streamOrder(deps, params.id, send))
}
