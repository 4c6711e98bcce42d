import { Alert } from '#web/ui/alert.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { CountAgain } from '../parts/count-again.tsx'
import { CountLines, type EnteredLine, fillIn } from '../parts/count-lines.tsx'
import { NoteField } from '../parts/note-field.tsx'
import { ProblemAlert } from '../parts/problem-alert.tsx'
import { SaveButton } from '../parts/save-button.tsx'
import { ScreenFrame } from '../parts/screen-frame.tsx'
import { countableProducts } from '../route/countable-products.ts'
import { currentTrip, tripAtDepot, tripToCount } from '../route/route-view.ts'
import { countPhotos, describeRejected } from '../storage/phone-counts.ts'
import { useDraft } from '../use-draft.ts'
import { hashTo, leaveTo, useDriver } from '../use-driver.ts'
import type { OpenRoute } from '../use-open-route.ts'
import { useSave } from '../use-save.ts'

/** The count of what came back from the last trip, then the closing. */
export function EndScreen({ open }: { open: OpenRoute }) {
  const trip = tripToCount(open)
  return trip === undefined ? (
    <CloseRoute open={open} />
  ) : (
    <ReturnCount key={trip} open={open} trip={trip} />
  )
}

/** A blind count: it starts at zero and shows no expected number, so that the driver counts. */
function ReturnCount({ open, trip }: { open: OpenRoute; trip: number }) {
  const { store } = useDriver()
  const { eventId, problem, save } = useSave()
  const { values, change, draftKey } = useDraft<{ lines: EnteredLine[]; note: string }>(
    `return-${trip}`,
    { lines: [], note: '' },
  )
  if (!values) return null
  const products = countableProducts(
    open.route,
    open.route.trips.flatMap(({ lines }) => lines),
  )
  const next = tripAtDepot(open)
  const isReload = next !== undefined && next !== trip
  const submit = () =>
    save(async () => {
      const { lines, note } = values
      const payload = { lines: fillIn([], lines), ...(note ? { note } : {}) }
      await store.record({ eventId, type: 'returned', payload, trip }, { draftKey })
      if (isReload) leaveTo(hashTo.list)
    })
  return (
    <ScreenFrame
      title="Count the truck"
      backTo={hashTo.list}
      actions={<SaveButton problem={problem} onSave={() => void submit()} />}
    >
      {isReload ? null : <OpenStops open={open} />}
      <p>
        Count everything that is on the truck now.
        {isReload ? ` Unload it afterward, then load trip ${next}.` : null}
      </p>
      <CountLines
        products={products}
        expectedIds={new Set(products.map(({ id }) => id))}
        labels={{ full: 'Full', empties: 'Empties', damaged: 'Damaged' }}
        prefilled={[]}
        entered={values.lines}
        onChange={(lines) => change({ lines })}
      />
      <NoteField value={values.note} onChange={(note) => change({ note })} />
    </ScreenFrame>
  )
}

function OpenStops({ open: { view } }: { open: OpenRoute }) {
  if (view.open.length === 0) return null
  const count = view.open.length === 1 ? '1 stop is' : `${view.open.length} stops are`
  return (
    <Alert tone="warning" title={`${count} still open`}>
      Dispatch plans open stops again after you close the route.
    </Alert>
  )
}

/** A trip that was driven without a count does not keep the route open. */
function UncountedTrips({ open: { progress } }: { open: OpenRoute }) {
  const trips = [...progress.loadedTrips].filter((trip) => !progress.returnedTrips.has(trip)).sort()
  if (trips.length === 0) return null
  return (
    <Alert tone="warning" title={`Not counted: trip ${trips.join(', trip ')}`}>
      You can close the route. Dispatch checks these bottles.
    </Alert>
  )
}

/** A route is closed only when dispatch has everything. */
function CloseRoute({ open }: { open: OpenRoute }) {
  const { store, state } = useDriver()
  const { eventId, problem, save } = useSave()
  const { sent, progress, route, view } = open
  const { routePhotos: photos } = state.counts
  const counted = progress.lastTrip ?? currentTrip(route, view)
  const isSent = sent.sent === sent.total && photos.left === 0
  const isWaiting = sent.waiting > 0 || photos.left > photos.rejected
  const rejected = describeRejected(sent.rejected, photos)
  const close = () =>
    save(async () => {
      const trip = currentTrip(route, view)
      await store.record({ eventId, type: 'closed', payload: {}, trip })
      leaveTo(hashTo.list)
    })
  return (
    <ScreenFrame title="Close the route" backTo={hashTo.list}>
      <OpenStops open={open} />
      <UncountedTrips open={open} />
      <Alert
        tone={isSent ? 'success' : 'warning'}
        title={`${sent.sent} of ${sent.total} sent`}
        urgent
      >
        {photos.left > 0 ? <p>{countPhotos(photos.left)} left to send.</p> : null}
        {isWaiting ? <p>Find a place with a good signal. We'll send the rest from there.</p> : null}
      </Alert>
      {rejected ? (
        <Alert
          tone="danger"
          title={`We couldn't send ${rejected}`}
          action={
            <a
              href={hashTo.unsent}
              className={buttonClass('secondary', 'large', 'min-h-14 w-full')}
            >
              See what we couldn't send
            </a>
          }
        >
          Save a copy and send it to dispatch. Only dispatch can close the route then.
        </Alert>
      ) : null}
      <ProblemAlert problem={problem} />
      {progress.isClosed ? null : (
        <>
          <Button
            size="large"
            className="min-h-14 w-full text-lg"
            disabled={!isSent}
            onClick={() => void close()}
          >
            Close route
          </Button>
          <CountAgain eventId={progress.ownReturns.get(counted)} trip={counted} />
        </>
      )}
    </ScreenFrame>
  )
}
