import { queryOptions } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import type { DeliveryDates } from '#contract/zones/zones.ts'
import { send } from '../client.ts'

export type DatesRequest = { zip: string; bottles: number }

/** Rule 46: the next dates on which a ZIP code is served and has room. */
export const deliveryDatesQuery = ({ zip, bottles }: DatesRequest) =>
  queryOptions({
    queryKey: [apiPaths.deliveryDates, zip, bottles],
    queryFn: async ({ signal }): Promise<DeliveryDates> => {
      const query = new URLSearchParams({ zip, bottles: String(bottles) })
      return (await send(
        'GET',
        `${apiPaths.deliveryDates}?${query}`,
        undefined,
        signal,
      )) as DeliveryDates
    },
    // Places are taken by others all the time.
    staleTime: 60_000,
    retry: false,
  })
