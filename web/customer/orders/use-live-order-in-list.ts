import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { OrderState } from '#contract/orders.ts'
import { customerOrdersQuery } from '#web/api/customer.ts'
import { useOrderEvents } from '#web/shared/orders/use-live-order.ts'

/** Keeps one order of the loaded list up to date while it is looked at. */
export function useLiveOrderInList(orderId: string) {
  const queryClient = useQueryClient()
  const onState = useCallback(
    (state: Partial<OrderState>) => {
      const { queryKey } = customerOrdersQuery
      const before = queryClient.getQueryData(queryKey)?.find(({ id }) => id === orderId)
      queryClient.setQueryData(queryKey, (orders) =>
        orders?.map((order) => (order.id === orderId ? { ...order, ...state } : order)),
      )
      // Sums that were paid or sent back are not part of a state; only the list tells them.
      if (before?.paymentStatus && state.paymentStatus !== before.paymentStatus) {
        void queryClient.invalidateQueries({ queryKey })
      }
    },
    [queryClient, orderId],
  )
  return useOrderEvents(orderId, true, onState)
}
