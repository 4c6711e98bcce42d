import { UserPlus, UsersRound } from 'lucide-react'
import { useState } from 'react'
import type { StaffMember } from '#contract/staff/accounts.ts'
import { usePanel } from '#web/admin/detail/use-panel.ts'
import { WithPanel } from '#web/admin/detail/with-panel.tsx'
import { AdminLayout } from '#web/admin/layout/admin-layout.tsx'
import { ListBody } from '#web/admin/list/list-body.tsx'
import { ascAndDesc, byCreatedAt, type SortOption } from '#web/admin/list/list-sorts.ts'
import { ListToolbar } from '#web/admin/list/list-toolbar.tsx'
import { useList } from '#web/admin/list/use-list.ts'
import { useSorting } from '#web/admin/list/use-sorting.ts'
import { staffQuery } from '#web/api/staff/accounts.ts'
import { PageHeading } from '#web/shared/portal/page-heading.tsx'
import { Button } from '#web/ui/button.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { StaffPanel } from './staff-panel.tsx'
import { roleLabel, staffStatusOptions } from './staff-roles.tsx'
import { StaffTable } from './staff-table.tsx'

export default function StaffPage() {
  return (
    <AdminLayout>
      <Staff />
    </AdminLayout>
  )
}

const statuses = staffStatusOptions.map(({ value }) => value)

const searchFields = ({ email, role }: StaffMember) => [email, roleLabel(role)]

const sorts: readonly SortOption<StaffMember>[] = [
  ...byCreatedAt(),
  ...ascAndDesc({
    value: 'email',
    column: 'Email',
    labels: ['Email, A to Z', 'Email, Z to A'],
    sortKey: ({ email }: StaffMember) => email,
  }),
]

function Staff() {
  const list = useList({
    query: staffQuery,
    statuses,
    getStatus: ({ status }) => status,
    sorts,
    searchFields,
  })
  const { getSorting } = useSorting(list)
  const panel = usePanel('member')
  const [isInviting, setIsInviting] = useState(false)
  return (
    <>
      <PageHeading
        hasTimes
        title="Staff"
        text="Invite people and choose what they can do."
        action={
          <Button onClick={() => setIsInviting(true)}>
            <UserPlus aria-hidden className="size-4.5" />
            Invite
          </Button>
        }
      />
      <ListToolbar
        list={list}
        search={{ label: 'Search staff', placeholder: 'Email or role' }}
        filter={{ label: 'Filter staff', allLabel: 'All Staff', options: staffStatusOptions }}
      />
      <WithPanel
        list={
          <ListBody
            list={list}
            noun={['person', 'people']}
            icon={UsersRound}
            empty="No staff accounts"
          >
            {(members) => <StaffTable members={members} panel={panel} getSorting={getSorting} />}
          </ListBody>
        }
        panel={<StaffPanel panel={panel} row={list.rows?.find(({ id }) => id === panel.openId)} />}
      />
      {isInviting ? <InviteDialog onClose={() => setIsInviting(false)} /> : null}
    </>
  )
}
