import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { StaffMember } from '#contract/staff/accounts.ts'
import type { StaffRole } from '#contract/staff/permissions.ts'
import { PanelSection } from '#web/admin/detail/panel-section.tsx'
import { SelectField } from '#web/admin/form/select-field.tsx'
import { useSave } from '#web/admin/form/use-save.ts'
import { resetStaffPassword, updateStaff } from '#web/api/staff/accounts.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { roleHints, StaffStatusBadge, staffRoleOptions } from './staff-roles.tsx'
import { TwoStepRow } from './two-step-row.tsx'

export function MemberSection({ member }: { member: StaffMember }) {
  return (
    <PanelSection title="Account" action={<StaffStatusBadge status={member.status} />}>
      <RoleForm key={member.role} member={member} />
      <TwoStepRow member={member} />
      <AccountActions member={member} />
    </PanelSection>
  )
}

function RoleForm({ member }: { member: StaffMember }) {
  const form = useForm<{ role: StaffRole }>({ defaultValues: { role: member.role } })
  const { mutate, isPending } = useSave({
    save: ({ role }: { role: StaffRole }) => updateStaff(member.id, { role }),
    onDone: () => undefined,
    successMessage: 'Role changed',
    errorMessage: 'Failed to change the role',
  })
  const role = form.watch('role')
  const isTouched = role !== member.role
  return (
    <form
      aria-label="Role"
      noValidate
      onSubmit={form.handleSubmit((values) => isTouched && mutate(values))}
      className="flex flex-col gap-3"
    >
      <SelectField form={form} name="role" label="Role" options={staffRoleOptions} />
      <p className="text-muted text-sm">
        {roleHints[role]} {isTouched ? "A new role ends this person's sessions." : null}
      </p>
      <div>
        <Button type="submit" size="small" aria-disabled={!isTouched || isPending}>
          {isPending ? 'Saving...' : 'Save'}
        </Button>
      </div>
    </form>
  )
}

function AccountActions({ member: { id, email, status } }: { member: StaffMember }) {
  const [isDisabling, setIsDisabling] = useState(false)
  const isDisabled = status === 'disabled'
  const change = useSave({
    save: (disable: boolean) => updateStaff(id, { isDisabled: disable }),
    onDone: () => setIsDisabling(false),
    successMessage: isDisabled ? 'Account enabled' : 'Account disabled',
    errorMessage: 'Failed to change the account',
    onFailure: async () => {
      setIsDisabling(false)
      return false
    },
  })
  const reset = useSave<void>({
    save: () => resetStaffPassword(id),
    onDone: () => undefined,
    successMessage: 'Password link sent',
    errorMessage: 'Failed to send the password link',
  })
  return (
    <div className="flex flex-wrap gap-2">
      {isDisabled ? (
        <Button
          variant="secondary"
          size="small"
          disabled={change.isPending}
          onClick={() => change.mutate(false)}
        >
          Enable account
        </Button>
      ) : (
        <>
          <Button
            variant="secondary"
            size="small"
            disabled={reset.isPending}
            onClick={() => reset.mutate()}
          >
            Send password link
          </Button>
          <Button variant="dangerSubtle" size="small" onClick={() => setIsDisabling(true)}>
            Disable account
          </Button>
        </>
      )}
      <ConfirmDialog
        open={isDisabling}
        onOpenChange={setIsDisabling}
        title="Disable this account?"
        dismissLabel="Cancel"
        confirmLabel="Disable account"
        isBusy={change.isPending}
        onConfirm={() => change.mutate(true)}
      >
        <p className="wrap-anywhere">
          We'll log {email} out everywhere. They can't log in until you enable the account again.
        </p>
      </ConfirmDialog>
    </div>
  )
}
