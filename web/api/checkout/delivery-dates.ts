import { queryOptions } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import type { DeliveryDates } from '#contract/zones/zones.ts'
import { send } from '../client.ts'

/** Suggestions are not needed to order, so a failure shows none. */
export const deliveryDatesQuery = (zip: string) =>
  queryOptions({
    queryKey: [apiPaths.deliveryDates, zip],
    queryFn: async ({ signal }): Promise<DeliveryDates['dates']> => {
      const path = `${apiPaths.deliveryDates}?${new URLSearchParams({ zip })}`
      const reply = (await send('GET', path, undefined, signal)) as Partial<DeliveryDates>
      return reply?.dates ?? []
    },
    retry: false,
  })
