import { useEffect, useState } from 'react'
import type { FailureReason } from '#contract/driver/events.ts'
import { reasonLabels } from '#contract/driver/reason-labels.ts'
import { RadioCards } from '#web/ui/form/radio-cards.tsx'
import { currentFix, requestStopFix } from '../locator.ts'
import { NoteField } from '../parts/note-field.tsx'
import { PhotoField } from '../parts/photo-field.tsx'
import { SaveButton } from '../parts/save-button.tsx'
import { ScreenFrame } from '../parts/screen-frame.tsx'
import { type DeliveryProps, deliveryName } from '../route/visits.ts'
import type { NewPhoto } from '../storage/outbox.ts'
import { useDraft } from '../use-draft.ts'
import { hashAfter, hashTo, leaveTo, useDriver } from '../use-driver.ts'
import { useSave } from '../use-save.ts'

type Values = { reason: FailureReason | ''; note: string; photo: NewPhoto | null }

const reasons = (Object.keys(reasonLabels) as FailureReason[]).map((value) => ({
  value,
  label: reasonLabels[value],
}))

/** Why nothing was left. The photo is the proof, so it is required. */
export function NotDeliveredScreen({ visit, view }: DeliveryProps) {
  const { stop } = view
  const { store } = useDriver()
  const { eventId, problem, save } = useSave()
  const [hasTried, setHasTried] = useState(false)
  const initial: Values = { reason: '', note: '', photo: null }
  const draft = useDraft<Values>(`${stop.id}:not-delivered`, initial)
  const { values, change } = draft
  useEffect(() => requestStopFix(stop.id), [stop.id])
  if (!values) return null

  const submit = () =>
    save(async () => {
      const { reason, note, photo } = await draft.read()
      setHasTried(true)
      if (!reason || !photo) return
      await store.record(
        {
          eventId,
          type: 'failed',
          payload: { reason, ...(note ? { note } : {}) },
          stopId: stop.id,
          trip: stop.trip,
          fix: currentFix(),
        },
        { photos: [photo], draftKey: draft.draftKey },
      )
      leaveTo(hashAfter(visit, view))
    })

  return (
    <ScreenFrame
      title={deliveryName(visit, view)}
      backTo={hashTo.stop(stop.id)}
      actions={<SaveButton problem={problem} onSave={() => void submit()} />}
    >
      <RadioCards
        legend="Why not?"
        options={reasons}
        value={values.reason}
        onChange={(value) => change({ reason: value })}
        error={hasTried && !values.reason ? 'Please choose a reason' : undefined}
        className="[&_label]:min-h-14"
      />
      <PhotoField
        label="Photo of the door"
        photo={values.photo}
        onChange={(photo) => change({ photo })}
        onTake={draft.waitFor}
        error={hasTried && !values.photo ? 'Please take a photo' : undefined}
      />
      <NoteField value={values.note} onChange={(note) => change({ note })} />
    </ScreenFrame>
  )
}
