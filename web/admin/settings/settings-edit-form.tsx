import type { FormEventHandler, ReactNode } from 'react'
import type { ChangedField } from '#web/admin/form/changed-fields.ts'
import { ChangedNotice } from '#web/admin/form/changed-notice.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

type SettingsEditFormProps = {
  label: string
  /** From `useSettingsEdit`. */
  edit: {
    submit: FormEventHandler<HTMLFormElement>
    isTouched: boolean
    isPending: boolean
    isSaved: boolean
    changes: readonly ChangedField[] | undefined
    discard: () => void
  }
  savedText: string
  saveLabel: string
  /** In the place of "Discard changes" while there are none. */
  untouchedAction?: ReactNode
  children: ReactNode
}

export function SettingsEditForm(props: SettingsEditFormProps) {
  const { label, edit, savedText, saveLabel, untouchedAction = null, children } = props
  const { submit, isTouched, isPending, isSaved, changes, discard } = edit
  return (
    <Card>
      <form
        aria-label={label}
        noValidate
        onSubmit={(event) => {
          if (isTouched && !isPending) return submit(event)
          event.preventDefault()
        }}
      >
        <div className="flex flex-col gap-6 p-5 sm:p-7">
          {changes ? <ChangedNotice changes={changes} /> : null}
          {children}
        </div>
        <div className="flex flex-col gap-3 border-line border-t px-5 py-4 sm:flex-row sm:items-center sm:px-7">
          <p role="status" className="flex-1 text-muted text-sm max-sm:empty:-mb-3">
            {isTouched ? 'Unsaved changes' : isSaved ? savedText : ''}
          </p>
          {isTouched && !isPending ? (
            <Button variant="ghost" onClick={discard}>
              Discard changes
            </Button>
          ) : (
            untouchedAction
          )}
          {/* Not `disabled`: the button would lose the focus after saving. */}
          <Button type="submit" aria-disabled={!isTouched || isPending}>
            {isPending ? 'Saving...' : saveLabel}
          </Button>
        </div>
      </form>
    </Card>
  )
}
