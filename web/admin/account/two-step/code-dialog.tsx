import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { FormDialog } from '#web/admin/form/form-dialog.tsx'
import { failureText } from '#web/api/failures.ts'
import { fieldErrors } from '#web/api/field-errors.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'

type CodeDialogProps<Result> = {
  title: string
  description: string
  submitLabel: string
  errorMessage: string
  send: (code: string) => Promise<Result>
  onDone: (result: Result) => void
  onClose: () => void
}

/** Asks for a code, for changes of the second step itself. */
export function CodeDialog<Result>(props: CodeDialogProps<Result>) {
  const { title, description, submitLabel, errorMessage, send, onDone, onClose } = props
  const [code, setCode] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => send(code),
    onSuccess: (result) => {
      onClose()
      onDone(result)
    },
    onError: () => setCode(''),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code) mutate()
  }
  const message = error ? (fieldErrors(error).code ?? failureText(error, errorMessage)) : undefined
  return (
    <FormDialog
      title={title}
      description={description}
      submitLabel={submitLabel}
      isPending={isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Code" hint="From your authenticator app, or a recovery code" error={message}>
        {(control) => (
          <Input
            autoComplete="one-time-code"
            maxLength={40}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            {...control}
          />
        )}
      </Field>
    </FormDialog>
  )
}
