import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { PhoneOrderForm, PhoneOrderPlaced } from '#contract/staff/phone-orders.ts'
import { newId } from '#web/admin/form/new-id.ts'
import { useRefreshLists } from '#web/admin/list/use-refresh-lists.ts'
import { failureText, hasCode } from '#web/api/failures.ts'
import { fieldErrors } from '#web/api/field-errors.ts'
import { placePhoneOrder } from '#web/api/staff/phone-orders.ts'
import { toast } from '#web/ui/overlay/use-toast.ts'
import type { Quote } from './use-quote.ts'

type PlaceOptions = {
  form: UseFormReturn<PhoneOrderForm>
  quote: Quote
  onPlaced: (placed: PhoneOrderPlaced) => void
  setConflict: (message: string | undefined) => void
}

/** Places the order once: the request id stays the same until it has succeeded (C5). */
export function usePlacePhoneOrder({ form, quote, onPlaced, setConflict }: PlaceOptions) {
  const [requestId] = useState(newId)
  const [isWaiting, setIsWaiting] = useState(false)
  const refreshLists = useRefreshLists()
  const { mutate, isPending } = useMutation({
    mutationFn: (order: PhoneOrderForm & { total: string }) =>
      placePhoneOrder({ ...order, requestId }),
    onSuccess: (placed) => {
      onPlaced(placed)
      void refreshLists()
    },
    onError: (error) => {
      const fields = Object.entries(fieldErrors(error))
      for (const [name, message] of fields) {
        form.setError(name as keyof PhoneOrderForm, { message }, { shouldFocus: true })
      }
      const message = failureText(error, "We couldn't place the order. Try again.")
      if (hasCode(error, 'price_changed')) void quote.refetch()
      if (fields.length === 0) setConflict(message)
      else toast({ title: 'Error', description: message, variant: 'destructive' })
    },
  })

  async function place(order: PhoneOrderForm) {
    setConflict(undefined)
    if (isPending || isWaiting) return
    const total = quote.price?.total ?? (await waitForTotal())
    if (total === undefined) return setConflict('Check the total, then place the order.')
    const recurringFrequency = order.isRecurring ? (order.recurringFrequency ?? 'monthly') : null
    mutate({ ...order, recurringFrequency, total })
  }

  /** A dispatcher who chooses a payment and places the order at once has seen this total. */
  async function waitForTotal(): Promise<string | undefined> {
    const seen = quote.shown?.total
    if (seen === undefined || quote.error) return undefined
    setIsWaiting(true)
    const next = await quote.nextPrice()
    setIsWaiting(false)
    return next?.total === seen ? seen : undefined
  }

  return { place, isPending: isPending || isWaiting }
}
