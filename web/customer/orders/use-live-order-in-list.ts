import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { OrderState } from '#contract/orders.ts'
import type { Tracking } from '#contract/tracking/tracking.ts'
import { customerOrdersQuery } from '#web/api/customer.ts'
import { useOrderEvents } from '#web/shared/orders/use-live-order.ts'

/**
 * Updates one order of the loaded list with live events. Where its truck is stays outside of the list,
 * which is loaded again without it.
 */
export function useLiveOrderInList(orderId: string) {
  const queryClient = useQueryClient()
  const [tracking, setTracking] = useState<Tracking | null>(null)
  const onState = useCallback(
    ({ tracking: place, ...state }: Partial<OrderState>) => {
      setTracking(place ?? null)
      const { queryKey } = customerOrdersQuery
      const before = queryClient.getQueryData(queryKey)?.find(({ id }) => id === orderId)
      queryClient.setQueryData(queryKey, (orders) =>
        orders?.map((order) => (order.id === orderId ? { ...order, ...state } : order)),
      )
      // Events contain no amounts and no times, so these changes reload the list.
      const hasPaid = before?.paymentStatus && state.paymentStatus !== before.paymentStatus
      const isDelivered =
        before?.deliveryStatus !== 'delivered' && state.deliveryStatus === 'delivered'
      if (hasPaid || isDelivered) {
        void queryClient.invalidateQueries({ queryKey })
      }
    },
    [queryClient, orderId],
  )
  const connection = useOrderEvents(orderId, true, onState)
  return { connection, tracking }
}
