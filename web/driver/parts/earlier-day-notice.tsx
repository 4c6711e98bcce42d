import { Alert } from '#web/ui/alert.tsx'
import type { LoadProblem } from '../load-route.ts'
import { isOfEarlierDay } from '../route/is-of-earlier-day.ts'
import { shortDay } from '../route/short-day.ts'
import { useDriver } from '../use-driver.ts'
import type { OpenRoute } from '../use-open-route.ts'

const TO_CLOSE =
  'Count the truck and close this route. If dispatch has a route for today, it then appears.'
const TO_CONNECT = "Connect to the network to see if dispatch has today's route."

/** Other problems have a notice of their own that explains what to do. */
const unknownRoute: Partial<Record<NonNullable<LoadProblem>, string>> = {
  'no-connection': TO_CONNECT,
  failed: TO_CONNECT,
}

/** An open route hides the next one, so a driver must see which day it is of. */
export function EarlierDayNotice({ open: { route, progress } }: { open: OpenRoute }) {
  const { store, state } = useDriver()
  const text = state.loadProblem === null ? TO_CLOSE : unknownRoute[state.loadProblem]
  if (progress.isClosed || !text) return null
  if (!isOfEarlierDay(route, store.serverNow())) return null
  return (
    <Alert tone="warning" title={`This is the route of ${shortDay(route.date)}`}>
      {text}
    </Alert>
  )
}
