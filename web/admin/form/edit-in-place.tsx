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

/** A form in the detail panel that needs no edit mode. */
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
        {/* Not `disabled`: the button would lose the focus after saving. */}
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
