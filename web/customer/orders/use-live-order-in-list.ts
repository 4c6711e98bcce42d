import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { OrderState } from '#contract/orders.ts'
import { customerOrdersQuery } from '#web/api/customer.ts'
import { useOrderEvents } from '#web/shared/orders/use-live-order.ts'

/** Updates one order of the loaded list with live events. */
export function useLiveOrderInList(orderId: string) {
  const queryClient = useQueryClient()
  const onState = useCallback(
    (state: Partial<OrderState>) => {
      const { queryKey } = customerOrdersQuery
      const before = queryClient.getQueryData(queryKey)?.find(({ id }) => id === orderId)
      queryClient.setQueryData(queryKey, (orders) =>
        orders?.map((order) => (order.id === orderId ? { ...order, ...state } : order)),
      )
      // Events contain no paid or refunded amounts, so a payment change reloads the list.
      if (before?.paymentStatus && state.paymentStatus !== before.paymentStatus) {
        void queryClient.invalidateQueries({ queryKey })
      }
    },
    [queryClient, orderId],
  )
  return useOrderEvents(orderId, true, onState)
}
