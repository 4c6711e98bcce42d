import { type FormEvent, useId, useRef, useState } from 'react'
import type { Board } from '#contract/routes/board.ts'
import { weekdayNames } from '#contract/zones/route-day-text.ts'
import { deleteStandingOrder, renameStandingOrder } from '#web/api/routes/publishing.ts'
import { formatDay } from '#web/shared/instant.ts'
import { Button } from '#web/ui/button.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { stopsText } from '../model/stop-texts.ts'
import { useRouteSave } from '../use-route-save.ts'

export type StandingOrder = NonNullable<Board['standing']>[number]

type StandingOrderRowProps = {
  order: StandingOrder
  weekday: number
  truckName: string
  onDeleted: () => void
}

export function StandingOrderRow({ order, weekday, truckName, onDeleted }: StandingOrderRowProps) {
  const [isRenaming, setIsRenaming] = useState(false)
  const [isDeleting, setIsDeleting] = useState(false)
  const renameButton = useRef<HTMLButtonElement>(null)
  const { truckId, name, stops, savedAt } = order
  const key = { truckId, weekday }
  const remove = useRouteSave(() => {
    setIsDeleting(false)
    onDeleted()
  })
  const title = name ?? truckName
  const endRenaming = () => {
    setIsRenaming(false)
    // The button is shown again with the next frame.
    requestAnimationFrame(() => renameButton.current?.focus())
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      {isRenaming ? (
        <RenameForm order={order} weekday={weekday} truckName={truckName} onDone={endRenaming} />
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
              onClick={() => setIsRenaming(true)}
            >
              Rename
            </Button>
            <Button
              variant="secondary"
              size="small"
              aria-label={`Delete ${title}`}
              onClick={() => setIsDeleting(true)}
            >
              Delete
            </Button>
          </div>
        </>
      )}
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setIsDeleting}
        title={`Delete standing order: ${title}`}
        dismissLabel="Keep it"
        confirmLabel="Delete standing order"
        isBusy={remove.isPending}
        onConfirm={() => remove.save(() => deleteStandingOrder(key), 'Standing order deleted')}
      >
        <p>
          Plans for {weekdayNames[weekday]}s no longer start from it. Routes stay as they are. This
          action cannot be undone.
        </p>
      </ConfirmDialog>
    </li>
  )
}

type RenameFormProps = {
  order: StandingOrder
  weekday: number
  truckName: string
  onDone: () => void
}

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
      <Button type="submit" size="small" disabled={isPending}>
        {isPending ? 'Saving...' : 'Save'}
      </Button>
      <Button variant="secondary" size="small" disabled={isPending} onClick={onDone}>
        Cancel
      </Button>
    </form>
  )
}
