import { queryOptions } from '@tanstack/react-query'
import { apiPaths } from '#contract/paths.ts'
import type { OutlookDay } from '#contract/zones/outlook.ts'
import { toRows } from '../adapt/own-rows.ts'
import { send } from './staff-client.ts'

/** Bottles change with every order, so an older answer is read again. */
export const outlookQuery = queryOptions({
  queryKey: [apiPaths.adminOutlook],
  queryFn: async ({ signal }): Promise<readonly OutlookDay[]> =>
    toRows(await send('GET', apiPaths.adminOutlook, undefined, signal)),
  staleTime: 0,
})
