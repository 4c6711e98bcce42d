import { type FormEvent, useId, useRef, useState } from 'react'
import type { Board } from '#contract/routes/board.ts'
import { weekdayNames } from '#contract/zones/route-day-text.ts'
import { deleteStandingOrder, renameStandingOrder } from '#web/api/routes/publishing.ts'
import { formatDay } from '#web/shared/instant.ts'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { stopsText } from '../model/stop-texts.ts'
import { useRouteSave } from '../use-route-save.ts'

type StandingOrder = NonNullable<Board['standing']>[number]

type StandingOrderRowProps = {
  order: StandingOrder
  weekday: number
  truckName: string
  onDeleted: () => void
}

export function StandingOrderRow({ order, weekday, truckName, onDeleted }: StandingOrderRowProps) {
  const [mode, setMode] = useState<'shown' | 'renaming' | 'deleting'>('shown')
  const renameButton = useRef<HTMLButtonElement>(null)
  const { name, stops, savedAt } = order
  const title = name ?? truckName
  const show = () => {
    setMode('shown')
    // The button is shown again with the next frame.
    requestAnimationFrame(() => renameButton.current?.focus())
  }
  const props = { order, weekday, onDone: show }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      {mode === 'renaming' ? (
        <RenameForm {...props} truckName={truckName} />
      ) : mode === 'deleting' ? (
        <DeleteForm {...props} title={title} onDeleted={onDeleted} />
      ) : (
        <>
          <div className="min-w-0 flex-1 basis-40">
            <p className="wrap-anywhere font-semibold">{title}</p>
            <p className="wrap-anywhere text-muted text-sm">
              {name === null ? '' : `${truckName} · `}
              {stopsText(stops)} · Saved {formatDay(savedAt.slice(0, 10))}
            </p>
          </div>
          <div className="flex gap-2">
            <Button
              ref={renameButton}
              variant="secondary"
              size="small"
              aria-label={`Rename ${title}`}
              onClick={() => setMode('renaming')}
            >
              Rename
            </Button>
            <Button
              variant="secondary"
              size="small"
              aria-label={`Delete ${title}`}
              onClick={() => setMode('deleting')}
            >
              Delete
            </Button>
          </div>
        </>
      )}
    </li>
  )
}

type FormProps = { order: StandingOrder; weekday: number; onDone: () => void }
type DeleteFormProps = FormProps & { title: string; onDeleted: () => void }

/** In the row, because a second dialog would lose the focus with it. */
function DeleteForm({ order, weekday, title, onDone, onDeleted }: DeleteFormProps) {
  const { save, isPending } = useRouteSave(onDeleted)
  const key = { truckId: order.truckId, weekday }
  return (
    <fieldset className="flex w-full flex-col gap-2">
      <legend className="wrap-anywhere mb-1 font-semibold">Delete standing order: {title}</legend>
      <p className="text-muted text-sm">
        Plans for {weekdayNames[weekday]}s no longer start from it. Routes won't change. This action
        cannot be undone.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="small" autoFocus disabled={isPending} onClick={onDone}>
          Keep it
        </Button>
        <Button
          variant="danger"
          size="small"
          disabled={isPending}
          onClick={() => save(() => deleteStandingOrder(key), 'Standing order deleted')}
        >
          Delete standing order
        </Button>
      </div>
    </fieldset>
  )
}

type RenameFormProps = FormProps & { truckName: string }

function RenameForm({ order: { truckId, name }, weekday, truckName, onDone }: RenameFormProps) {
  const id = useId()
  const [value, setValue] = useState(name ?? '')
  const { save, isPending } = useRouteSave(onDone)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(() => renameStandingOrder({ truckId, weekday }, value), 'Standing order renamed')
  }
  return (
    <form className="flex w-full flex-wrap items-end gap-2" onSubmit={submit}>
      <div className="flex min-w-0 flex-1 basis-48 flex-col gap-1.5">
        <label htmlFor={id} className="font-semibold text-sm">
          Name
        </label>
        <Input
          id={id}
          autoFocus
          maxLength={60}
          placeholder={truckName}
          value={value}
          onChange={({ target }) => setValue(target.value)}
        />
      </div>
      <Button type="submit" className="h-12" disabled={isPending}>
        {isPending ? 'Saving...' : 'Save'}
      </Button>
      <Button variant="secondary" className="h-12" disabled={isPending} onClick={onDone}>
        Cancel
      </Button>
    </form>
  )
}
