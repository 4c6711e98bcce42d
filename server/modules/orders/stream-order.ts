import { Failure } from '#contract/errors.ts'
import type { OrderState } from '#contract/orders.ts'
import type { Db } from '#server/db/client.ts'
import type { Listener } from '#server/db/listener.ts'
import type { DeliveryTracker } from './deps.ts'
import { getOrderState } from './queries.ts'

type StreamDeps = { db: Db; listener: Listener; tracker: DeliveryTracker }

/** Sends the state of an order and of its delivery, and each change of them. */
export async function streamOrder(
  { db, listener, tracker }: StreamDeps,
  orderId: string,
  send: (state: OrderState) => void,
): Promise<() => void> {
  let state = await getOrderState(db, orderId)
  if (!state) throw new Failure('not_found')
  let current: (() => OrderState['tracking']) | undefined
  const sendState = () => {
    if (state && current) send(withTracking(state, current()))
  }
  const feed = await tracker.follow(orderId, sendState)
  current = feed.current
  sendState()
  const stop = listener.on('carboy_order', (changed) => {
    // null means that the connection was lost, and notifications may have been missed.
    if (changed !== null && changed !== orderId) return
    void getOrderState(db, orderId)
      .then((read) => {
        state = read ?? state
        sendState()
      })
      .catch(() => {})
  })
  return () => {
    stop()
    feed.stop()
  }
}

type OrderStateRow = NonNullable<Awaited<ReturnType<typeof getOrderState>>>

/** The order is read before its route: what has ended is no longer on the way. */
function withTracking(
  { isStillDelivered, ...state }: OrderStateRow,
  tracking: OrderState['tracking'],
): OrderState {
  const { status, deliveryStatus } = state
  const isComing = status !== 'cancelled' || deliveryStatus === 'in-transit' || isStillDelivered
  const isOver = deliveryStatus === 'delivered' || !isComing
  return tracking && !isOver ? { ...state, tracking } : state
}
