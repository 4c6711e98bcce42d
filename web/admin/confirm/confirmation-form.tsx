import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { CONFIRMATION_MINUTES } from '#contract/staff/confirmation-minutes.ts'
import { failureText } from '#web/api/failures.ts'
import { fieldErrors } from '#web/api/field-errors.ts'
import { confirmSession } from '#web/api/staff/two-step.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { DialogButtons } from '#web/ui/overlay/dialog-buttons.tsx'

type ConfirmationFormProps = { hasTwoStep: boolean; onEnd: (isConfirmed: boolean) => void }

export function ConfirmationForm({ hasTwoStep, onEnd }: ConfirmationFormProps) {
  const id = useId()
  const [usesCode, setUsesCode] = useState(false)
  const [text, setText] = useState('')
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: () => confirmSession(usesCode ? { code: text } : { password: text }),
    onSuccess: () => onEnd(true),
    onError: () => setText(''),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The form may be inside another one in React's tree, not in the document.
    event.stopPropagation()
    if (text) mutate()
  }
  const { password, code } = fieldErrors(error)
  const message = error ? (password ?? code ?? failureText(error, 'Failed to confirm')) : undefined
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onEnd(false)
      }}
      title="Confirm it's you"
      description={`You won't be asked again for ${CONFIRMATION_MINUTES} minutes.`}
      width="narrow"
      footer={
        <DialogButtons>
          <Button variant="secondary" onClick={() => onEnd(false)}>
            Cancel
          </Button>
          <Button type="submit" form={id} disabled={isPending || !text}>
            {isPending ? 'Confirming...' : 'Confirm'}
          </Button>
        </DialogButtons>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-4">
        {usesCode ? (
          <Field
            label="Code"
            hint="From your authenticator app, or a recovery code"
            error={message}
          >
            {(control) => (
              <Input
                key="code"
                autoFocus
                autoComplete="one-time-code"
                maxLength={40}
                value={text}
                onChange={(event) => setText(event.target.value)}
                {...control}
              />
            )}
          </Field>
        ) : (
          <Field label="Your password" error={message}>
            {(control) => (
              <Input
                key="password"
                autoFocus
                type="password"
                autoComplete="current-password"
                maxLength={200}
                value={text}
                onChange={(event) => setText(event.target.value)}
                {...control}
              />
            )}
          </Field>
        )}
        {hasTwoStep ? (
          <div>
            <Button
              variant="ghost"
              size="small"
              className="-ml-3"
              onClick={() => {
                setUsesCode(!usesCode)
                setText('')
                reset()
              }}
            >
              {usesCode ? 'Use your password instead' : 'Use a code instead'}
            </Button>
          </div>
        ) : null}
      </form>
    </Dialog>
  )
}
