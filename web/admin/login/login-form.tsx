import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { AdminLoginForm } from '#contract/identity.ts'
import { failureText, hasCode } from '#web/api/failures.ts'
import { loginStaff } from '#web/api/staff/staff.ts'
import { paths } from '#web/paths.ts'
import { useAppNavigate } from '#web/shared/use-app-navigate.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { toast } from '#web/ui/overlay/use-toast.ts'

export function LoginForm() {
  const queryClient = useQueryClient()
  const go = useAppNavigate()
  const [asksCode, setAsksCode] = useState(false)
  const { register, handleSubmit, formState, setError, reset, resetField } =
    useForm<AdminLoginForm>({
      resolver: zodResolver(AdminLoginForm),
      defaultValues: { email: '', password: '', code: '' },
    })
  const { mutate, isPending } = useMutation({
    mutationFn: loginStaff,
    onSuccess: () => {
      // Cached data belongs to the previous session or to no session.
      queryClient.clear()
      toast({ title: 'Login Successful', description: 'Welcome to the admin portal' })
      go(paths.adminDashboard())
    },
    onError: (error) => {
      if (hasCode(error, 'two_step_required')) {
        if (asksCode) setError('code', { message: 'Please enter the code' }, { shouldFocus: true })
        return setAsksCode(true)
      }
      if (hasCode(error, 'two_step_code_invalid')) {
        resetField('code')
        return setError('code', { message: failureText(error, '') }, { shouldFocus: true })
      }
      return toast({
        title: 'Login Failed',
        description: failureText(error, 'Login failed'),
        variant: 'destructive',
      })
    },
  })
  const startAgain = () => {
    setAsksCode(false)
    reset()
  }

  return (
    <form
      noValidate
      onSubmit={handleSubmit((form) => mutate(form))}
      className="flex flex-col gap-5"
    >
      {asksCode ? (
        <Field
          label="Code"
          hint="Open your authenticator app, or enter a recovery code."
          error={formState.errors.code?.message}
        >
          {(control) => (
            <Input
              key="code"
              autoFocus
              autoComplete="one-time-code"
              maxLength={40}
              {...control}
              {...register('code')}
            />
          )}
        </Field>
      ) : (
        <>
          <Field label="Email" error={formState.errors.email?.message}>
            {(control) => (
              <Input type="email" autoComplete="username" {...control} {...register('email')} />
            )}
          </Field>
          <Field label="Password" error={formState.errors.password?.message}>
            {(control) => (
              <Input
                type="password"
                autoComplete="current-password"
                {...control}
                {...register('password')}
              />
            )}
          </Field>
        </>
      )}
      <Button type="submit" size="large" disabled={isPending}>
        {isPending ? 'Logging in...' : 'Login'}
      </Button>
      {asksCode ? (
        <Button variant="ghost" onClick={startAgain}>
          Back
        </Button>
      ) : null}
    </form>
  )
}
