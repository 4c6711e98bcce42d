import { type FormEvent, type ReactNode, useId } from 'react'
import { Button } from '#web/ui/button.tsx'
import { SettingsDialog } from './settings-dialog.tsx'

type ReviewDialogProps = {
  title: string
  description: string
  saveLabel: string
  fields: ReactNode
  /** The effect of the entered change; undefined while the form is shown. */
  review: ReactNode
  change: {
    isPending: boolean
    submit: (event: FormEvent) => unknown
    goBack: () => void
    confirm: () => void
  }
  onClose: () => void
}

const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true })

/** A form first, then what it changes, then the button that saves it. */
export function ReviewDialog({
  title,
  description,
  saveLabel,
  fields,
  review,
  change,
  onClose,
}: ReviewDialogProps) {
  const id = useId()
  const { isPending } = change
  return (
    <SettingsDialog
      title={title}
      description={description}
      onClose={onClose}
      buttons={
        <>
          <Button variant="secondary" onClick={review ? change.goBack : onClose}>
            {review ? 'Back' : 'Cancel'}
          </Button>
          {review ? (
            <Button key="save" aria-disabled={isPending} onClick={change.confirm}>
              {isPending ? 'Saving...' : saveLabel}
            </Button>
          ) : (
            <Button key="review" type="submit" form={id} aria-disabled={isPending}>
              {isPending ? 'Checking...' : 'Review'}
            </Button>
          )}
        </>
      }
    >
      {review ? (
        // Focused, because the button that opened the review is gone.
        <div ref={focus} tabIndex={-1} className="flex flex-col gap-5 outline-none">
          {review}
        </div>
      ) : (
        <form
          id={id}
          noValidate
          onSubmit={(event) => {
            if (!isPending) return change.submit(event)
            event.preventDefault()
          }}
          className="flex flex-col gap-5"
        >
          {fields}
        </form>
      )}
    </SettingsDialog>
  )
}
