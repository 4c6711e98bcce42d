import { useState } from 'react'
import type { CountLine } from '#contract/driver/events.ts'
import { Alert } from '#web/ui/alert.tsx'
import { CountAgain } from '../parts/count-again.tsx'
import {
  CountLines,
  countedLines,
  type EnteredLine,
  fillIn,
  hasOtherCounts,
  noCount,
} from '../parts/count-lines.tsx'
import { SaveButton } from '../parts/save-button.tsx'
import { ScreenFrame } from '../parts/screen-frame.tsx'
import { countableProducts } from '../route/countable-products.ts'
import { useDraft } from '../use-draft.ts'
import { hashTo, leaveTo, useDriver } from '../use-driver.ts'
import type { OpenRoute } from '../use-open-route.ts'
import { useSave } from '../use-save.ts'

/** `seen` is what the form was opened with: dispatch may have changed it since. */
type Values = { lines: EnteredLine[]; seen: CountLine[] }

const DISPATCH_CHANGED = 'Dispatch changed this load. Check the counts, then tap Save again.'

type LoadScreenProps = { open: OpenRoute; trip: number }

/** First the count of what is on the truck, then the departure. */
export function LoadScreen(props: LoadScreenProps) {
  // Two components: a load that is counted again is another event.
  return props.open.progress.loadedTrips.has(props.trip) ? (
    <LeaveDepot {...props} />
  ) : (
    <LoadCount {...props} />
  )
}

function LoadCount({ open, trip }: LoadScreenProps) {
  const { store } = useDriver()
  const { eventId, problem, setProblem, save } = useSave()
  const planned = open.route.trips.find((item) => item.trip === trip)?.lines ?? []
  const prefilled = planned.map(({ productId, quantity }) => ({
    ...noCount(productId),
    full: quantity,
  }))
  const [seen] = useState(prefilled)
  const { values, change, draftKey } = useDraft<Values>(`load-${trip}`, { lines: [], seen })
  const expectedIds = new Set(planned.map(({ productId }) => productId))
  if (!values) return null

  const submit = () =>
    save(async () => {
      if (hasOtherCounts(values.seen, prefilled, values.lines)) {
        change({ seen: prefilled })
        return setProblem(DISPATCH_CHANGED)
      }
      const payload = { lines: countedLines(fillIn(prefilled, values.lines), expectedIds) }
      await store.record({ eventId, type: 'loaded', payload, trip }, { draftKey })
    })
  return (
    <ScreenFrame
      title={`Load of trip ${trip}`}
      backTo={hashTo.list}
      actions={<SaveButton problem={problem} onSave={() => void submit()} />}
    >
      <p>Count what is on the truck. Change a number if it differs.</p>
      <CountLines
        products={countableProducts(open.route, planned)}
        expectedIds={expectedIds}
        labels={{ full: 'On the truck' }}
        prefilled={prefilled}
        entered={values.lines}
        onChange={(lines) => change({ lines, seen: values.seen })}
      />
    </ScreenFrame>
  )
}

function LeaveDepot({ open, trip }: LoadScreenProps) {
  const { store } = useDriver()
  const { eventId, problem, save } = useSave()
  const depart = () =>
    save(async () => {
      await store.record({ eventId, type: 'departed', payload: {}, trip })
      leaveTo(hashTo.list)
    })
  return (
    <ScreenFrame
      title={`Trip ${trip}`}
      backTo={hashTo.list}
      actions={
        <SaveButton label="Leave the depot" problem={problem} onSave={() => void depart()} />
      }
    >
      <Alert tone="success" title="The load is checked">
        Tap when you drive off. Customers then see that you are on the way.
      </Alert>
      <CountAgain eventId={open.progress.ownLoads.get(trip)} trip={trip} />
    </ScreenFrame>
  )
}
