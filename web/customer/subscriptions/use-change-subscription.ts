import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Subscription, SubscriptionChange } from '#contract/subscriptions/subscriptions.ts'
import { customerOrdersQuery, invoicesQuery } from '#web/api/customer.ts'
import { changeSubscription, previewQuery, subscriptionsQuery } from '#web/api/subscriptions.ts'
import { toast } from '#web/ui/overlay/use-toast.ts'

type SuccessToast = { title: string; description?: string }

/** Applies a change, shows the returned subscription at once and reloads related data. */
export function useChangeSubscription(
  id: string,
  toSuccessToast: (after: Subscription) => SuccessToast,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: SubscriptionChange) => changeSubscription(id, change),
    onSuccess: (after) => {
      queryClient.setQueryData(subscriptionsQuery.queryKey, (subscriptions) =>
        subscriptions?.map((subscription) => (subscription.id === id ? after : subscription)),
      )
      void queryClient.invalidateQueries({ queryKey: subscriptionsQuery.queryKey })
      void queryClient.invalidateQueries({ queryKey: customerOrdersQuery.queryKey })
      void queryClient.invalidateQueries({ queryKey: invoicesQuery.queryKey })
      toast(toSuccessToast(after))
    },
  })
}

const DEBOUNCE_MS = 250

/** Previews the change, debounced. */
export function usePreview(subscription: Subscription, change: SubscriptionChange | undefined) {
  const changeJson = JSON.stringify(change)
  const [debounced, setDebounced] = useState(changeJson)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(changeJson), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [changeJson])

  const requested =
    debounced === undefined ? undefined : (JSON.parse(debounced) as SubscriptionChange)
  const { data, error, isPlaceholderData, isFetching } = useQuery({
    ...previewQuery(subscription, requested),
    placeholderData: keepPreviousData,
  })
  const isCurrent =
    changeJson !== undefined && debounced === changeJson && !isFetching && !isPlaceholderData
  return {
    /** The latest preview. It belongs to an earlier change while `isCurrent` is false. */
    after: changeJson === undefined || error ? undefined : data,
    error: changeJson === undefined || !isCurrent ? null : error,
    isCurrent: isCurrent && !error && data !== undefined,
  }
}
