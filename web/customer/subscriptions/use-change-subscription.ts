import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Subscription, SubscriptionChange } from '#contract/subscriptions/subscriptions.ts'
import { customerOrdersQuery, invoicesQuery } from '#web/api/customer.ts'
import { changeSubscription, previewQuery, subscriptionsQuery } from '#web/api/subscriptions.ts'
import { toast } from '#web/ui/overlay/use-toast.ts'

type SuccessToast = { title: string; description?: string }

/** Does it, shows the answer at once, and asks for what else has changed with it. */
export function useChangeSubscription(id: string, onDone: (after: Subscription) => SuccessToast) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: SubscriptionChange) => changeSubscription(id, change),
    onSuccess: (after) => {
      queryClient.setQueryData(subscriptionsQuery.queryKey, (known) =>
        known?.map((one) => (one.id === id ? after : one)),
      )
      void queryClient.invalidateQueries({ queryKey: subscriptionsQuery.queryKey })
      void queryClient.invalidateQueries({ queryKey: customerOrdersQuery.queryKey })
      void queryClient.invalidateQueries({ queryKey: invoicesQuery.queryKey })
      toast(onDone(after))
    },
  })
}

const DEBOUNCE_MS = 250

/** What would come of it, once the wish has stood still for a moment. */
export function usePreview(subscription: Subscription, change: SubscriptionChange | undefined) {
  const text = JSON.stringify(change)
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])

  const wanted = settled === undefined ? undefined : (JSON.parse(settled) as SubscriptionChange)
  const { data, error, isPlaceholderData, isFetching } = useQuery({
    ...previewQuery(subscription, wanted),
    placeholderData: keepPreviousData,
  })
  const isCurrent = text !== undefined && settled === text && !isFetching && !isPlaceholderData
  return {
    /** The last that is known; of another wish while `isCurrent` is false. */
    after: text === undefined || error ? undefined : data,
    error: text === undefined || !isCurrent ? null : error,
    isCurrent: isCurrent && !error && data !== undefined,
  }
}
