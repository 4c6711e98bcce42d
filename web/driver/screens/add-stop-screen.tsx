import { useEffect, useState } from 'react'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { currentFix, requestStopFix } from '../locator.ts'
import { CountLines, countedLines, type EnteredLine, fillIn } from '../parts/count-lines.tsx'
import { NoteField } from '../parts/note-field.tsx'
import { SaveButton } from '../parts/save-button.tsx'
import { ScreenFrame } from '../parts/screen-frame.tsx'
import { tripOnTruck } from '../route/route-view.ts'
import { useDraft } from '../use-draft.ts'
import { hashTo, leaveTo, useDriver } from '../use-driver.ts'
import type { OpenRoute } from '../use-open-route.ts'
import { useSave } from '../use-save.ts'

/** A stop that was not planned: its customer, and what was left or taken. */
export function AddStopScreen({ open }: { open: OpenRoute }) {
  const { store } = useDriver()
  const { eventId, problem, save } = useSave()
  const [error, setError] = useState<string>()
  const { values, change, draftKey } = useDraft<{
    name: string
    lines: EnteredLine[]
    note: string
  }>('add-stop', { name: '', lines: [], note: '' })
  useEffect(() => requestStopFix('added'), [])
  if (!values) return null
  const { lines, note } = values
  const name = values.name.trim()

  const submit = () =>
    save(async () => {
      if (!name) return setError('Please enter a name or an address')
      const entry = {
        eventId,
        type: 'stop-added',
        payload: {
          name,
          lines: countedLines(fillIn([], lines), new Set()),
          ...(note ? { note } : {}),
        },
        trip: tripOnTruck(open),
        fix: currentFix(),
      } as const
      await store.record(entry, { draftKey })
      leaveTo(hashTo.list)
    })

  return (
    <ScreenFrame
      title="Add a stop"
      backTo={hashTo.list}
      actions={<SaveButton problem={problem} onSave={() => void submit()} />}
    >
      <Field label="Name or address" error={error}>
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            maxLength={200}
            value={values.name}
            onChange={({ target }) => change({ name: target.value })}
          />
        )}
      </Field>
      <CountLines
        products={open.route.products}
        expectedIds={new Set()}
        labels={{ full: 'Full left', empties: 'Empties taken', damaged: 'Damaged' }}
        prefilled={[]}
        entered={lines}
        onChange={(next) => change({ lines: next })}
      />
      <NoteField value={note} onChange={(text) => change({ note: text })} />
    </ScreenFrame>
  )
}
