import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { InvitationForm } from '#contract/staff/accounts.ts'
import { FormDialog } from '#web/admin/form/form-dialog.tsx'
import { SelectField } from '#web/admin/form/select-field.tsx'
import { useSave } from '#web/admin/form/use-save.ts'
import { inviteStaff } from '#web/api/staff/accounts.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { roleHints, staffRoleOptions } from './staff-roles.tsx'

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<InvitationForm>({
    resolver: zodResolver(InvitationForm),
    defaultValues: { email: '', role: 'dispatcher' },
  })
  const { mutate, isPending } = useSave({
    save: inviteStaff,
    onDone: onClose,
    successMessage: 'Invitation sent',
    errorMessage: 'Failed to send the invitation',
  })
  return (
    <FormDialog
      title="Invite to staff"
      description="We'll email a link that works once, for 72 hours."
      submitLabel="Invite"
      isPending={isPending}
      onSubmit={form.handleSubmit((values) => mutate(values))}
      onClose={onClose}
    >
      <Field label="Email" error={form.formState.errors.email?.message}>
        {(control) => (
          <Input type="email" autoComplete="off" {...control} {...form.register('email')} />
        )}
      </Field>
      <SelectField form={form} name="role" label="Role" options={staffRoleOptions} />
      <p className="-mt-3 text-muted text-sm">{roleHints[form.watch('role')]}</p>
    </FormDialog>
  )
}
