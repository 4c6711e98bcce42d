import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { ProfileForm } from '#contract/identity.ts'
import type { KnownProfile } from '#web/api/adapt/users.ts'
import { failureText } from '#web/api/failures.ts'
import { profileQuery, updateProfile } from '#web/api/profile.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/overlay/use-toast.ts'

type ProfileDialogProps = { profile: KnownProfile; onClose: () => void }

export function ProfileDialog({ profile, onClose }: ProfileDialogProps) {
  const queryClient = useQueryClient()
  const { register, handleSubmit, formState } = useForm<ProfileForm>({
    resolver: zodResolver(ProfileForm),
    defaultValues: { name: profile.name ?? '', phone: profile.phone ?? '' },
  })
  const { mutate, isPending } = useMutation({
    mutationFn: updateProfile,
    onSuccess: (_, sent) => {
      queryClient.setQueryData(profileQuery.queryKey, { ...profile, ...sent })
      toast({ title: 'Profile updated successfully' })
      onClose()
    },
    onError: (error) =>
      toast({
        title: 'Error',
        description: failureText(error, 'Failed to update profile'),
        variant: 'destructive',
      }),
  })

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title="Edit profile"
      description="You can't change your email because you use it to log in."
    >
      <form
        noValidate
        onSubmit={handleSubmit((form) => mutate(form))}
        className="flex flex-col gap-5"
      >
        <Field label="Name" error={formState.errors.name?.message}>
          {(control) => <Input autoComplete="name" {...control} {...register('name')} />}
        </Field>
        <Field label="Phone" error={formState.errors.phone?.message}>
          {(control) => <Input type="tel" autoComplete="tel" {...control} {...register('phone')} />}
        </Field>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={isPending}>
            {isPending ? 'Saving...' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
