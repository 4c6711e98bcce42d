import { useQuery } from '@tanstack/react-query'
import type { DeliveryDates } from '#contract/zones/zones.ts'
import { deliveryDatesQuery } from '#web/api/dates/delivery-dates.ts'

export type OfferedDates =
  /** `hidden`: the ZIP code is incomplete, or the dates could not be read. */
  { status: 'hidden' } | { status: 'loading' } | ({ status: 'ready' } & DeliveryDates)

type DatesInput = {
  /** As entered. */
  zip: string
  bottles: number
  /** Whether the shop has zones; another backend doesn't have the call. */
  isEnabled: boolean
}

/** Rule 46: dates are only a suggestion, so a failed read shows nothing. */
export function useDeliveryDates({ zip, bottles, isEnabled }: DatesInput): OfferedDates {
  const code = /^\s*(\d{5})(-\d{0,4})?\s*$/.exec(zip)?.[1]
  const { data, isLoading } = useQuery({
    ...deliveryDatesQuery({ zip: code ?? '', bottles: Math.max(bottles, 1) }),
    enabled: isEnabled && code !== undefined,
  })
  if (!isEnabled || !code) return { status: 'hidden' }
  if (data) return { status: 'ready', ...data }
  return { status: isLoading ? 'loading' : 'hidden' }
}
