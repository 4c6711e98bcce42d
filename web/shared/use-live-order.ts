import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Connection, watchOrder } from '#web/api/order-events.ts'
import { orderQuery } from '#web/api/orders.ts'

/** Keeps the loaded order up to date for as long as it is watched. */
export function useLiveOrder(orderId: string, isWatched: boolean): Connection {
  const queryClient = useQueryClient()
  const [connection, setConnection] = useState<Connection>('connecting')

  useEffect(() => {
    if (!isWatched) return
    return watchOrder(orderId, {
      onConnection: setConnection,
      onState: (state) =>
        queryClient.setQueryData(
          orderQuery(orderId).queryKey,
          (order) => order && { ...order, ...state },
        ),
    })
  }, [orderId, isWatched, queryClient])

  return connection
}
