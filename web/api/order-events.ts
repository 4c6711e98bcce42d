import { fillPath } from '#contract/fill-path.ts'
import type { OrderState } from '#contract/orders.ts'
import { apiPaths } from '#contract/paths.ts'
import { readOrderState } from './adapt/order-state.ts'

export type Connection = 'connecting' | 'live' | 'reconnecting'

type OrderListener = {
  onState: (state: Partial<OrderState>) => void
  onConnection?: (connection: Connection) => void
}

/** The browser does not reopen a rejected stream, so it is retried after these delays. */
const RETRY_DELAYS_MS = [3_000, 6_000, 15_000, 30_000, 60_000]

/** Reports each change of an order's state until the returned function is called. */
export function watchOrder(orderId: string, { onState, onConnection }: OrderListener): () => void {
  return watchEvents(fillPath(apiPaths.orderEvents, { id: orderId }), {
    onData: (data) => {
      const state = readOrderState(data)
      if (state) onState(state)
    },
    ...(onConnection ? { onConnection } : {}),
  })
}

type EventListener = {
  onData: (data: string) => void
  onConnection?: (connection: Connection) => void
}

/** Reports each message of a stream of server-sent events, and opens it again when it breaks. */
export function watchEvents(url: string, { onData, onConnection }: EventListener): () => void {
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let rejections = 0

  function open() {
    const stream = new EventSource(url, { withCredentials: true })
    source = stream
    stream.onopen = () => {
      rejections = 0
      onConnection?.('live')
    }
    stream.onmessage = (event: MessageEvent<string>) => onData(event.data)
    stream.onerror = () => {
      onConnection?.('reconnecting')
      if (stream.readyState !== EventSource.CLOSED) return
      timer = setTimeout(open, RETRY_DELAYS_MS[Math.min(rejections, RETRY_DELAYS_MS.length - 1)])
      rejections += 1
    }
  }

  open()
  return () => {
    clearTimeout(timer)
    source?.close()
  }
}
