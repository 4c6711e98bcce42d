import { Failure } from '#contract/errors.ts'
import { orderEvents, readOrder as readOrderCall } from '#contract/orders.ts'
import type { Db } from '#server/db/client.ts'
import type { Listener } from '#server/db/listener.ts'
import type { Limits } from '#server/http/limits.ts'
import type { Mount } from '#server/http/mount/mount.ts'
import type { MountStream } from '#server/http/mount/mount-stream.ts'
import { createPaymentRefresher, type PaymentDeps } from '#server/modules/payments/index.ts'
import { getOrderState } from './queries.ts'
import { readOrder } from './read-order.ts'

type RouteDeps = PaymentDeps & {
  db: Db
  listener: Listener
  limits: Limits
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

  mountStream(orderEvents, async ({ params }, send) => {
    const sendState = async () => {
      const state = await getOrderState(deps.db, params.id)
      if (!state) throw new Failure('not_found')
      send(state)
    }
    await sendState()
    return deps.listener.on('carboy_order', (orderId) => {
      // null means that the connection was lost, and notifications may have been missed.
      if (orderId === null || orderId === params.id) void sendState().catch(() => {})
    })
  })
}
