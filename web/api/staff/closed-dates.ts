import { queryOptions } from '@tanstack/react-query'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { ClosedDatesResult } from '#contract/staff/closed-dates.ts'
import { send } from './staff-client.ts'

type ClosedDate = { date: string; name: string }

/** A preview saves nothing and lists the deliveries that would move. */
export async function closeDates(
  dates: readonly ClosedDate[],
  version: number,
  preview: boolean,
): Promise<ClosedDatesResult> {
  const path = `${apiPaths.adminClosedDates}?preview=${preview}`
  return (await send('POST', path, { dates, version })) as ClosedDatesResult
}

async function sendReopening(date: string, query: string): Promise<ClosedDatesResult> {
  const path = fillPath(apiPaths.adminClosedDate, { date })
  return (await send('DELETE', `${path}?${query}`)) as ClosedDatesResult
}

/** `version` is that of the preview, so that no one changes what they have not seen. */
export const reopenDate = (date: string, version: number) =>
  sendReopening(date, `version=${version}`)

export const reopenPreviewQuery = (date: string) =>
  queryOptions({
    queryKey: [apiPaths.adminClosedDates, 'reopen', date],
    queryFn: () => sendReopening(date, 'preview=true'),
    staleTime: 0,
    gcTime: 0,
  })
