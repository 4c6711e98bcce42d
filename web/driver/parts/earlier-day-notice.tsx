import { Alert } from '#web/ui/alert.tsx'
import { isOfEarlierDay } from '../route/is-of-earlier-day.ts'
import { shortDay } from '../route/short-day.ts'
import { useDriver } from '../use-driver.ts'
import type { OpenRoute } from '../use-open-route.ts'

/** An open route hides the next one, so a driver must see which day it is of. */
export function EarlierDayNotice({ open: { route, progress } }: { open: OpenRoute }) {
  const { store, state } = useDriver()
  // A route that the office has closed or taken back says so itself.
  if (progress.isClosed || state.loadProblem === 'no-route') return null
  if (!isOfEarlierDay(route, store.serverNow())) return null
  return (
    <Alert tone="warning" title={`This is the route of ${shortDay(route.date)}`}>
      It is still open. Count the truck and close it, then today's route appears.
    </Alert>
  )
}
