import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { MIN_PASSWORD_LENGTH, PasswordChange } from '#contract/staff/accounts.ts'
import { useSave } from '#web/admin/form/use-save.ts'
import { fieldErrors } from '#web/api/field-errors.ts'
import { changeOwnPassword } from '#web/api/staff/accounts.ts'
import { Button } from '#web/ui/button.tsx'
import { Card, CardBody, CardHeader, CardTitle } from '#web/ui/card.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'

export function PasswordCard() {
  const form = useForm<PasswordChange>({
    resolver: zodResolver(PasswordChange),
    defaultValues: { currentPassword: '', password: '' },
  })
  const { errors } = form.formState
  const { mutate, isPending } = useSave({
    save: changeOwnPassword,
    onDone: () => form.reset(),
    successMessage: 'Password changed',
    errorMessage: 'Failed to change the password',
    onFailure: async (error) => {
      const message = fieldErrors(error).currentPassword
      if (message) form.setError('currentPassword', { message }, { shouldFocus: true })
      return Boolean(message)
    },
  })
  return (
    <Card aria-labelledby="own-password">
      <CardHeader>
        <CardTitle id="own-password">Password</CardTitle>
        <p className="mt-1 text-muted text-sm">A new password ends your other sessions.</p>
      </CardHeader>
      <CardBody>
        <form
          noValidate
          aria-labelledby="own-password"
          onSubmit={form.handleSubmit((values) => mutate(values))}
          className="flex flex-col gap-5"
        >
          <Field label="Current password" error={errors.currentPassword?.message}>
            {(control) => (
              <Input
                type="password"
                autoComplete="current-password"
                {...control}
                {...form.register('currentPassword')}
              />
            )}
          </Field>
          <Field
            label="New password"
            hint={`At least ${MIN_PASSWORD_LENGTH} characters`}
            error={errors.password?.message}
          >
            {(control) => (
              <Input
                type="password"
                autoComplete="new-password"
                {...control}
                {...form.register('password')}
              />
            )}
          </Field>
          <div>
            <Button type="submit" disabled={isPending}>
              {isPending ? 'Saving...' : 'Change password'}
            </Button>
          </div>
        </form>
      </CardBody>
    </Card>
  )
}
