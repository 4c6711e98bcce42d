import { CalendarOff, CloudOff, RefreshCw } from 'lucide-react'
import { Alert } from '#web/ui/alert.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { EarlierDayNotice } from '../parts/earlier-day-notice.tsx'
import { OfflineNotice } from '../parts/offline-notice.tsx'
import { ScreenFrame } from '../parts/screen-frame.tsx'
import { StopCard } from '../parts/stop-card.tsx'
import { StopList } from '../parts/stop-list.tsx'
import { tripAtDepot, tripToCount } from '../route/route-view.ts'
import { shortDay } from '../route/short-day.ts'
import { doneGroups, laterGroups } from '../route/stop-groups.ts'
import { hashTo, useDriver } from '../use-driver.ts'
import type { OpenRoute } from '../use-open-route.ts'
import { useSave } from '../use-save.ts'
import { RouteMenu } from './route-menu.tsx'

const bigLink = (variant: 'primary' | 'secondary') =>
  buttonClass(variant, 'large', 'min-h-14 w-full text-lg')

/** Today's route: what to do next, then the other stops. */
export function RouteScreen({ open }: { open: OpenRoute | null }) {
  if (!open) return <NoRoute />
  const { route, view, progress } = open
  const [next] = view.open
  return (
    <ScreenFrame title={`${route.truckName}, ${shortDay(route.date)}`}>
      <OfflineNotice />
      <EarlierDayNotice open={open} />
      <LoadNotice isClosed={progress.isClosed} />
      <Changes open={open} />
      <TripStep open={open} />
      {next ? (
        <StopCard visit={next} isLater={tripAtDepot(open) !== undefined} />
      ) : (
        <EndStep open={open} />
      )}
      <StopList title="Then" groups={laterGroups(route, view)} />
      <StopList title="Done" groups={doneGroups(route, view)} />
      {/* The next route may appear at any moment: a form must not be saved for the wrong one. */}
      {progress.isClosed ? null : (
        <a href={hashTo.addStop} className={bigLink('secondary')}>
          Add a stop
        </a>
      )}
      {next ? <EndStep open={open} /> : null}
      <RouteMenu dispatchPhone={route.officePhone} />
    </ScreenFrame>
  )
}

/** Load check and departure of the next trip, after the count of what came back from the last one. */
function TripStep({ open }: { open: OpenRoute }) {
  const { progress } = open
  if (progress.isClosed) {
    return (
      <Alert tone="success" title="Route closed">
        Thank you. Keep the app open until everything is sent.
      </Alert>
    )
  }
  const trip = tripAtDepot(open)
  if (trip === undefined) return null
  const uncounted = tripToCount(open)
  if (uncounted !== undefined && uncounted !== trip) {
    return (
      <a href={hashTo.end} className={bigLink('primary')}>
        Count the truck after trip {uncounted}
      </a>
    )
  }
  return (
    <a href={hashTo.load(trip)} className={bigLink('primary')}>
      {progress.loadedTrips.has(trip) ? 'Leave the depot' : `Check the load of trip ${trip}`}
    </a>
  )
}

/** The end of the day, first on the screen once no stop is open. */
function EndStep({ open }: { open: OpenRoute }) {
  const { view, progress } = open
  if (progress.isClosed) return null
  return (
    <a href={hashTo.end} className={bigLink(view.open.length === 0 ? 'primary' : 'secondary')}>
      {tripToCount(open) === undefined ? 'Close the route' : 'Count the truck and close'}
    </a>
  )
}

/** Changes by dispatch; the driver confirms having seen them. */
function Changes({ open: { route, changes } }: { open: OpenRoute }) {
  const { store } = useDriver()
  const { problem, save, eventIdFor } = useSave()
  if (changes.length === 0) return null
  const accept = () =>
    save(async () => {
      await store.record({
        eventId: eventIdFor(`version ${route.version}`),
        type: 'version-accepted',
        payload: { note: `Version ${route.version}` },
      })
      await store.accept()
    })
  return (
    <Alert
      tone="warning"
      title="Dispatch changed your route"
      urgent
      action={
        <Button className="min-h-14 w-full text-lg" onClick={() => void accept()}>
          OK, I've seen it
        </Button>
      }
    >
      <ul className="list-disc pl-5 text-base">
        {changes.map((change) => (
          <li key={change}>{change}</li>
        ))}
      </ul>
      {problem ? <p className="font-bold">{problem}</p> : null}
    </Alert>
  )
}

function LoadNotice({ isClosed }: { isClosed: boolean }) {
  const { store, state } = useDriver()
  const { loadProblem, saved } = state
  if (loadProblem === 'no-route' && !isClosed) {
    return (
      <Alert tone="warning" title="Dispatch has closed or withdrawn this route">
        What you enter is still saved and sent. Call dispatch before you drive on.
      </Alert>
    )
  }
  if (loadProblem === 'other-route') {
    return (
      <Alert
        tone="warning"
        title="Dispatch has another route for you"
        action={
          <Button className="min-h-14 w-full text-lg" onClick={() => void store.switchRoute()}>
            Open the other route
          </Button>
        }
      >
        You can finish this one first. What you enter is still saved and sent.
      </Alert>
    )
  }
  if (loadProblem === 'logged-out') {
    return (
      <Alert
        tone="warning"
        title="You're logged out"
        action={
          <a href={hashTo.login} className={bigLink('secondary')}>
            Log in again
          </a>
        }
      >
        What you enter is still saved and sent. Ask dispatch for a new link to see changes of your
        route.
      </Alert>
    )
  }
  if (saved?.route.isTakenOver) {
    return (
      <Alert
        tone="warning"
        title="Another phone has loaded this route"
        action={
          <Button className="min-h-14 w-full text-lg" onClick={() => void store.refresh(true)}>
            Use this phone
          </Button>
        }
      >
        What you entered here still counts.
      </Alert>
    )
  }
  if (loadProblem !== 'failed') return null
  return (
    <Alert tone="warning" title="We couldn't refresh your route">
      You see it as it was last loaded. We'll try again.
    </Alert>
  )
}

function NoRoute() {
  const { store, state } = useDriver()
  const isOffline = state.loadProblem === 'no-connection' || state.loadProblem === 'failed'
  const worksWithout = state.opensOffline ? ' After that, the app works without one.' : ''
  const isLoggedOut = state.loadProblem === 'logged-out'
  const text = isOffline
    ? `We'll load your route as soon as there's a connection.${worksWithout}`
    : isLoggedOut
      ? "You're logged out. Ask dispatch for a new link."
      : 'When dispatch publishes your route, it appears here.'
  return (
    <ScreenFrame title="Your route">
      <OfflineNotice />
      <EmptyState
        icon={isOffline ? CloudOff : CalendarOff}
        title={isOffline ? 'No connection' : 'No route today'}
        text={text}
        action={
          isLoggedOut ? (
            <a href={hashTo.login} className={bigLink('primary')}>
              Log in again
            </a>
          ) : (
            <Button size="large" onClick={() => void store.refresh()}>
              <RefreshCw aria-hidden className="size-5" />
              {state.isLoading ? 'Loading…' : 'Try again'}
            </Button>
          )
        }
      />
      <RouteMenu dispatchPhone={null} />
    </ScreenFrame>
  )
}
