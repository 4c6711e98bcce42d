import { Send, Trash2 } from 'lucide-react'
import type { StaffMember } from '#contract/staff/accounts.ts'
import { DetailList, PanelSection } from '#web/admin/detail/panel-section.tsx'
import { useSave } from '#web/admin/form/use-save.ts'
import { inviteStaff, revokeInvitation } from '#web/api/staff/accounts.ts'
import { formatDateTime } from '#web/shared/instant.ts'
import { Button } from '#web/ui/button.tsx'
import { roleLabel } from './staff-roles.tsx'

type InvitationSectionProps = { invitation: StaffMember; onRevoked: () => void }

/** A resent invitation is a new one: the earlier link no longer works. */
export function InvitationSection({ invitation, onRevoked }: InvitationSectionProps) {
  const { id, email, role, expiresAt } = invitation
  const resend = useSave<void>({
    save: () => inviteStaff({ email, role }),
    onDone: onRevoked,
    successMessage: 'Invitation sent',
    errorMessage: 'Failed to send the invitation',
  })
  const revoke = useSave<void>({
    save: () => revokeInvitation(id),
    onDone: onRevoked,
    successMessage: 'Invitation revoked',
    errorMessage: 'Failed to revoke the invitation',
  })
  const isBusy = resend.isPending || revoke.isPending
  return (
    <PanelSection title="Invitation">
      <DetailList
        fields={[
          ['Role', roleLabel(role)],
          ['Link', expiresAt ? `Expires ${formatDateTime(expiresAt)}` : 'Sending'],
        ]}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" size="small" disabled={isBusy} onClick={() => resend.mutate()}>
          <Send aria-hidden className="size-4" />
          Send again
        </Button>
        <Button
          variant="dangerSubtle"
          size="small"
          disabled={isBusy}
          onClick={() => revoke.mutate()}
        >
          <Trash2 aria-hidden className="size-4" />
          Revoke
        </Button>
      </div>
    </PanelSection>
  )
}
