import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { FormDialog } from '#web/admin/form/form-dialog.tsx'
import { failureText, fieldErrors } from '#web/api/failures.ts'
import { turnOffTwoStep } from '#web/api/staff/two-step.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { toast } from '#web/ui/overlay/use-toast.ts'

export function TurnOffDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const [code, setCode] = useState('')
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => turnOffTwoStep(code),
    onSuccess: () => {
      toast({ title: 'Two-step verification is off' })
      onClose()
      onDone()
    },
    onError: () => setCode(''),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code) mutate()
  }
  const message = error
    ? (fieldErrors(error).code ?? failureText(error, 'Failed to turn it off'))
    : undefined
  return (
    <FormDialog
      title="Turn off two-step verification"
      description="You'll log in with your password alone."
      submitLabel="Turn off"
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
