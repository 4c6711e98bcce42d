import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { SetPasswordForm as Form, MIN_PASSWORD_LENGTH } from '#contract/staff/accounts.ts'
import { failureText } from '#web/api/failures.ts'
import { setStaffPassword } from '#web/api/staff/accounts.ts'
import { paths } from '#web/paths.ts'
import { useAppNavigate } from '#web/shared/use-app-navigate.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { toast } from '#web/ui/overlay/use-toast.ts'

export function SetPasswordForm({ token }: { token: string }) {
  const go = useAppNavigate()
  const { register, handleSubmit, formState } = useForm<Form>({
    resolver: zodResolver(Form),
    defaultValues: { token, email: '', password: '' },
  })
  const { mutate, isPending, error } = useMutation({
    mutationFn: setStaffPassword,
    onSuccess: () => {
      toast({ title: 'Password saved', description: 'You can log in now.' })
      go(paths.adminLogin())
    },
  })
  return (
    <form
      noValidate
      onSubmit={handleSubmit((form) => mutate(form))}
      className="flex flex-col gap-5"
    >
      {error ? (
        <Alert tone="danger" urgent>
          {failureText(error, 'Failed to save the password')}
        </Alert>
      ) : null}
      <Field label="Email" error={formState.errors.email?.message}>
        {(control) => (
          <Input type="email" autoComplete="username" {...control} {...register('email')} />
        )}
      </Field>
      <Field
        label="New password"
        hint={`At least ${MIN_PASSWORD_LENGTH} characters`}
        error={formState.errors.password?.message}
      >
        {(control) => (
          <Input
            type="password"
            autoComplete="new-password"
            {...control}
            {...register('password')}
          />
        )}
      </Field>
      <Button type="submit" size="large" disabled={isPending}>
        {isPending ? 'Saving...' : 'Save password'}
      </Button>
    </form>
  )
}
