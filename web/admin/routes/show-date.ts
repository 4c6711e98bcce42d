import { pageRoutes } from '#contract/pages.ts'
import { navigate } from '#web/shared/router.ts'
import type { Sheet } from './print/print-view.tsx'

/** The date is in the URL, so that it can be shared and Back returns to the day before. */
export const showDate = (date: string) => navigate(`${pageRoutes.adminRoutes}?date=${date}`)

/** The sheets of one truck or of all. */
export function showSheet(date: string, sheet: Sheet, truckId?: string) {
  const truck = truckId ? `&truck=${encodeURIComponent(truckId)}` : ''
  navigate(`${pageRoutes.adminRoutes}?date=${date}&print=${sheet}${truck}`)
}

/** The print sheet in the URL. */
export function readSheet(
  search: string,
): { sheet: Sheet; truckId: string | undefined } | undefined {
  const params = new URLSearchParams(search)
  const sheet = params.get('print')
  if (sheet !== 'routes' && sheet !== 'loads') return undefined
  return { sheet, truckId: params.get('truck') ?? undefined }
}
