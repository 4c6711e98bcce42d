import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { CodeForm as CodeFormSchema } from '#contract/identity.ts'
import { failureText } from '#web/api/failures.ts'
import { verifyCode } from '#web/api/session.ts'
import { readDestination } from '#web/customer/layout/destination.ts'
import { useAppNavigate } from '#web/shared/use-app-navigate.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'

/** Logs in with the code from the email. It works only in the browser that requested the link. */
export function CodeForm() {
  const queryClient = useQueryClient()
  const go = useAppNavigate()
  const { register, handleSubmit, setError, formState } = useForm<CodeFormSchema>({
    resolver: zodResolver(CodeFormSchema),
    defaultValues: { code: '' },
  })
  const { mutate, isPending, isSuccess } = useMutation({
    mutationFn: verifyCode,
    onSuccess: () => {
      queryClient.clear()
      go(readDestination(), { replace: true })
    },
    onError: (error) =>
      setError(
        'code',
        { message: failureText(error, 'Verification failed') },
        { shouldFocus: true },
      ),
  })

  return (
    <form
      noValidate
      onSubmit={handleSubmit(({ code }) => mutate(code))}
      className="flex flex-col gap-4 rounded-control bg-surface-soft p-4"
    >
      <Field
        label="6-digit code"
        hint="Or enter the code from the email."
        error={formState.errors.code?.message}
      >
        {(control) => (
          <Input
            autoComplete="one-time-code"
            inputMode="numeric"
            className="text-center font-bold text-xl tabular-nums tracking-[0.3em]"
            {...control}
            {...register('code', {
              setValueAs: sixDigits,
              onChange: ({ target }) => {
                target.value = sixDigits(target.value)
              },
            })}
          />
        )}
      </Field>
      <Button type="submit" disabled={isPending || isSuccess}>
        {isPending ? 'Verifying...' : 'Log in with code'}
      </Button>
    </form>
  )
}

/** Pasted codes can contain spaces. */
function sixDigits(input: string): string {
  return input.replace(/\D/g, '').slice(0, 6)
}
