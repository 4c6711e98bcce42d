import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { MagicLinkForm } from '#contract/identity.ts'
import { failureText } from '#web/api/failures.ts'
import { requestMagicLink } from '#web/api/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { toast } from '#web/ui/overlay/use-toast.ts'

type EmailFormProps = {
  /** The email address of the previous request. */
  email: string
  onSent: (email: string) => void
}

export function EmailForm({ email, onSent }: EmailFormProps) {
  const { register, handleSubmit, formState } = useForm<MagicLinkForm>({
    resolver: zodResolver(MagicLinkForm),
    defaultValues: { email },
  })
  const { mutate, isPending } = useMutation({
    mutationFn: requestMagicLink,
    onSuccess: (_, sentTo) => {
      toast({ title: 'Magic link sent! Check your email for the login link.' })
      onSent(sentTo)
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: failureText(error, 'Failed to send magic link'),
        variant: 'destructive',
      }),
  })

  return (
    <>
      <div className="flex flex-col gap-2">
        <h1 className="text-3xl">Log in</h1>
        <p className="text-muted">
          See your orders, invoices and subscriptions. We'll email you a login link. No password
          needed.
        </p>
      </div>
      <form
        noValidate
        onSubmit={handleSubmit((form) => mutate(form.email))}
        className="flex flex-col gap-5"
      >
        <Field label="Email" error={formState.errors.email?.message}>
          {(control) => (
            <Input
              type="email"
              autoComplete="email"
              placeholder="you@example.com"
              {...control}
              {...register('email')}
            />
          )}
        </Field>
        <Button type="submit" size="large" disabled={isPending}>
          {isPending ? 'Sending...' : 'Send Magic Link'}
        </Button>
      </form>
      <p className="text-muted text-sm">
        Checked out as a guest? Enter the email you used for your order.
      </p>
    </>
  )
}
