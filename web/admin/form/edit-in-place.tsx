import type { FormEvent, ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { ChangedField } from './changed-fields.ts'
import { ChangedNotice } from './changed-notice.tsx'

type EditInPlaceProps = {
  /** Names the form for screen readers. */
  label: string
  isTouched: boolean
  isPending: boolean
  changes: readonly ChangedField[] | undefined
  onSubmit: (event: FormEvent) => void
  onReset: () => void
  /** The fields. */
  children: ReactNode
}

/** A form that stands where the row is told of, with nothing to open first. */
export function EditInPlace(props: EditInPlaceProps) {
  const { label, isTouched, isPending, changes, onSubmit, onReset, children } = props
  return (
    <form
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        if (isTouched) return onSubmit(event)
        event.preventDefault()
      }}
      className="flex flex-col gap-4"
    >
      {changes ? <ChangedNotice changes={changes} /> : null}
      <div className="grid gap-4 sm:grid-cols-2">{children}</div>
      <div className="flex flex-wrap gap-2">
        {/* Never switched off, for it would lose the focus as soon as it has saved. */}
        <Button type="submit" size="small" aria-disabled={!isTouched || isPending}>
          {isPending ? 'Saving...' : 'Save'}
        </Button>
        {isTouched ? (
          <Button variant="ghost" size="small" onClick={onReset}>
            Discard changes
          </Button>
        ) : null}
      </div>
    </form>
  )
}
