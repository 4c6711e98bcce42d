import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useMemo, useState } from 'react'
import type { TwoStepSecret } from '#contract/staff/two-step.ts'
import { failureText } from '#web/api/failures.ts'
import { fieldErrors } from '#web/api/field-errors.ts'
import { activateTwoStep } from '#web/api/staff/two-step.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { QrImage } from './qr-image.tsx'

type ActivateFormProps = { secret: TwoStepSecret; onCodes: (codes: readonly string[]) => void }

/** Shows the secret once. It is active only after a correct code. */
export function ActivateForm({ secret: { secret, url }, onCodes }: ActivateFormProps) {
  const [code, setCode] = useState('')
  const groups = useMemo(() => secret.match(/.{1,4}/g) ?? [], [secret])
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => activateTwoStep(code),
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
    onError: () => setCode(''),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (code) mutate()
  }
  const message = error
    ? (fieldErrors(error).code ?? failureText(error, 'Failed to turn it on'))
    : undefined
  return (
    <div className="flex flex-col gap-5">
      <p className="text-sm">Scan this code with your authenticator app.</p>
      <QrImage text={url} label="QR code for your authenticator app" />
      <div className="text-sm">
        <p className="text-muted">Can't scan it? Enter this key in the app:</p>
        <p className="wrap-anywhere mt-1 font-mono font-semibold" data-testid="two-step-key">
          {groups.join(' ')}
        </p>
      </div>
      <form
        aria-label="Turn on two-step verification"
        noValidate
        onSubmit={submit}
        className="flex flex-col gap-4"
      >
        <Field label="Code from the app" hint="6 digits" error={message}>
          {(control) => (
            <Input
              autoComplete="one-time-code"
              inputMode="numeric"
              maxLength={10}
              value={code}
              onChange={(event) => setCode(event.target.value)}
              {...control}
            />
          )}
        </Field>
        <div>
          <Button type="submit" disabled={isPending || !code}>
            {isPending ? 'Turning on...' : 'Turn on'}
          </Button>
        </div>
      </form>
    </div>
  )
}
