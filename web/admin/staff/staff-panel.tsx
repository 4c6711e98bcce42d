import { useQuery } from '@tanstack/react-query'
import { CloudAlert, UserX } from 'lucide-react'
import type { StaffMember } from '#contract/staff/accounts.ts'
import { DetailPanel } from '#web/admin/detail/detail-panel.tsx'
import { DetailUnavailable } from '#web/admin/detail/detail-unavailable.tsx'
import { HistorySection } from '#web/admin/detail/history-section.tsx'
import type { Panel } from '#web/admin/detail/use-panel.ts'
import { hasStatus } from '#web/api/failures.ts'
import { staffMemberQuery } from '#web/api/staff/accounts.ts'
import { formatDay } from '#web/shared/instant.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { InvitationSection } from './invitation-section.tsx'
import { MemberSection } from './member-section.tsx'
import { MemberSessions } from './member-sessions.tsx'

type StaffPanelProps = { panel: Panel; row: StaffMember | undefined }

export function StaffPanel({ panel, row }: StaffPanelProps) {
  const id = panel.openId
  const since = row?.status === 'invited' ? 'Invited on' : 'Member since'
  return (
    <DetailPanel
      id={id}
      title={row?.email ?? 'Staff account'}
      description={row ? `${since} ${formatDay(row.createdAt)}` : undefined}
      onClose={panel.close}
    >
      {id && row?.status === 'invited' ? (
        <InvitationSection invitation={row} onRevoked={panel.close} />
      ) : null}
      {id && row?.status !== 'invited' ? <Detail key={id} id={id} /> : null}
    </DetailPanel>
  )
}

function Detail({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(staffMemberQuery(id))
  if (data) {
    return (
      <div className="flex flex-col gap-6">
        <MemberSection member={data.member} />
        <MemberSessions member={data.member} sessions={data.sessions} />
        <HistorySection history={data.history} />
      </div>
    )
  }
  if (error && hasStatus(error, 404)) {
    return <DetailUnavailable icon={UserX} text="Staff account not found" />
  }
  if (error) {
    return (
      <DetailUnavailable
        icon={CloudAlert}
        text="Failed to load this account"
        error={error}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <div aria-busy aria-label="Loading account" role="status" className="flex flex-col gap-4">
      <Skeleton className="h-24" />
      <Skeleton className="h-40" />
    </div>
  )
}
