import { useEffect, useState } from 'react'
import type { CountLine } from '#contract/driver/events.ts'
import { currentFix, requestStopFix } from '../locator.ts'
import {
  CountLines,
  countedLines,
  type EnteredLine,
  fillIn,
  hasOtherCounts,
  noCount,
} from '../parts/count-lines.tsx'
import { HoldAlert } from '../parts/hold-alert.tsx'
import { NoteField } from '../parts/note-field.tsx'
import { PhotoField } from '../parts/photo-field.tsx'
import { SaveButton } from '../parts/save-button.tsx'
import { ScreenFrame } from '../parts/screen-frame.tsx'
import { countableProducts } from '../route/countable-products.ts'
import { type DeliveryProps, deliveryName } from '../route/visits.ts'
import type { StoredEvent } from '../storage/database.ts'
import type { NewPhoto } from '../storage/outbox.ts'
import { useDraft } from '../use-draft.ts'
import { hashAfter, hashTo, leaveTo, useDriver } from '../use-driver.ts'
import type { OpenRoute } from '../use-open-route.ts'
import { useSave } from '../use-save.ts'

type Values = {
  lines: EnteredLine[]
  note: string
  photo: NewPhoto | null
  /** The form's initial values: dispatch may have changed them since. */
  seen: CountLine[]
}

const DISPATCH_CHANGED = 'Dispatch changed this order. Check the counts, then tap Save again.'

type DeliveredScreenProps = DeliveryProps & { open: OpenRoute }

/** Bottles left and taken, prefilled with the order or with an earlier entry. */
export function DeliveredScreen({ open, visit, view }: DeliveredScreenProps) {
  const { store, state } = useDriver()
  const { stop, outcome, progress } = view
  const { eventId, problem, setProblem, save } = useSave()
  const isCorrection = progress === 'delivered' && view.canUndo
  const ordered = stop.lines.map(({ productId, quantity }) => ({
    ...noCount(productId),
    full: stop.isOnHold ? 0 : quantity,
  }))
  // The counts are corrected; note and photo of the first entry stay.
  const before = isCorrection ? findEntry(state.events, outcome.outcomeEventId) : undefined
  const prefilled = isCorrection ? [...outcome.lines] : ordered
  const [seen] = useState(prefilled)
  const name = `${stop.id}:delivered:${outcome.outcomeEventId ?? ''}`
  const draft = useDraft<Values>(name, { lines: [], note: before?.note ?? '', photo: null, seen })
  const { values } = draft
  const expectedIds = new Set([...stop.lines, ...prefilled].map(({ productId }) => productId))
  useEffect(() => requestStopFix(stop.id), [stop.id])
  if (!values) return null
  const change = (changes: Partial<Values>) => draft.change({ seen: values.seen, ...changes })

  const submit = () =>
    save(async () => {
      const { lines, note, photo, seen } = await draft.read()
      if (hasOtherCounts(seen, prefilled, lines)) {
        draft.change({ seen: prefilled })
        return setProblem(DISPATCH_CHANGED)
      }
      await store.record(
        {
          eventId,
          type: 'delivered',
          payload: {
            lines: countedLines(fillIn(prefilled, lines), expectedIds),
            ...(note ? { note } : {}),
          },
          stopId: stop.id,
          trip: stop.trip,
          // Counts are corrected anywhere: the first entry has the place of the truck.
          ...(isCorrection ? { supersedes: outcome.outcomeEventId } : { fix: currentFix() }),
        },
        {
          photos: photo ? [photo] : [],
          previousPhotos: before?.photos ?? [],
          draftKey: draft.draftKey,
        },
      )
      leaveTo(hashAfter(visit, view))
    })

  return (
    <ScreenFrame
      title={deliveryName(visit, view)}
      backTo={hashTo.stop(stop.id)}
      actions={<SaveButton problem={problem} onSave={() => void submit()} />}
    >
      {stop.isOnHold ? <HoldAlert /> : null}
      <CountLines
        products={countableProducts(open.route, stop.lines)}
        expectedIds={expectedIds}
        labels={{ full: 'Full left', empties: 'Empties taken', damaged: 'Damaged' }}
        prefilled={prefilled}
        entered={values.lines}
        onChange={(lines) => change({ lines })}
      />
      <PhotoField
        label="Photo (optional)"
        photo={values.photo}
        onChange={(photo) => change({ photo })}
        onTake={draft.waitFor}
      />
      <NoteField value={values.note} onChange={(note) => change({ note })} />
    </ScreenFrame>
  )
}

function findEntry(events: readonly StoredEvent[], eventId: string | null) {
  const event = events.find((stored) => stored.event.eventId === eventId)?.event
  if (event?.type !== 'delivered') return undefined
  return { note: event.payload.note, photos: event.photos ?? [] }
}
