import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { OrderState } from '#contract/orders.ts'
import { type Connection, watchOrder } from '#web/api/order-events.ts'
import { orderQuery } from '#web/api/orders.ts'

/** Updates the cached order while `isWatched` is true. */
export function useLiveOrder(orderId: string, isWatched: boolean): Connection {
  const queryClient = useQueryClient()
  const onState = useCallback(
    (state: Partial<OrderState>) =>
      queryClient.setQueryData(
        orderQuery(orderId).queryKey,
        (order) => order && { ...order, ...state },
      ),
    [queryClient, orderId],
  )
  return useOrderEvents(orderId, isWatched, onState)
}

/** Calls `onState` for each state change of an order. */
export function useOrderEvents(
  orderId: string,
  isWatched: boolean,
  onState: (state: Partial<OrderState>) => void,
): Connection {
  const [connection, setConnection] = useState<Connection>('connecting')

  useEffect(() => {
    if (!isWatched) return
    return watchOrder(orderId, { onConnection: setConnection, onState })
  }, [orderId, isWatched, onState])

  return connection
}
