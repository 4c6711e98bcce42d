import type { Session } from '#contract/identity.ts'
import type { StaffMember } from '#contract/staff/accounts.ts'
import { PanelSection } from '#web/admin/detail/panel-section.tsx'
import { useSave } from '#web/admin/form/use-save.ts'
import { endStaffSession, endStaffSessions } from '#web/api/staff/accounts.ts'
import { Button } from '#web/ui/button.tsx'
import { SessionList } from './session-list.tsx'

type MemberSessionsProps = { member: StaffMember; sessions: readonly Session[] }

export function MemberSessions({ member, sessions }: MemberSessionsProps) {
  const { mutate, isPending } = useSave<void>({
    save: () => endStaffSessions(member.id),
    onDone: () => undefined,
    successMessage: 'Sessions ended',
    errorMessage: 'Failed to end the sessions',
  })
  return (
    <PanelSection
      title="Sessions"
      action={
        sessions.length > 0 ? (
          <Button variant="secondary" size="small" disabled={isPending} onClick={() => mutate()}>
            End all
          </Button>
        ) : null
      }
    >
      <SessionList
        sessions={sessions}
        endSession={(sessionId) => endStaffSession(member.id, sessionId)}
      />
    </PanelSection>
  )
}
