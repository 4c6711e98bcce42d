import type { StaffMember } from '#contract/staff/accounts.ts'
import { RowLink } from '#web/admin/detail/row-link.tsx'
import type { Panel } from '#web/admin/detail/use-panel.ts'
import { cellTextClass } from '#web/admin/list/row-buttons.tsx'
import { formatDateTime } from '#web/shared/instant.ts'
import { type ColumnSorting, Table, TableCell, TableRow } from '#web/ui/table/table.tsx'
import { ariaRowCount, TableRows } from '#web/ui/table/table-rows.tsx'
import { roleLabel, StaffStatusBadge } from './staff-roles.tsx'

const compactRow =
  'compact:grid-flow-col compact:grid-cols-[minmax(0,1fr)_auto] compact:grid-rows-2'

const columns = ['Email', 'Role', 'Two-step', 'Status', 'Last login'] as const

type StaffTableProps = {
  members: readonly StaffMember[]
  panel: Panel
  getSorting: (column: string) => ColumnSorting | undefined
}

export function StaffTable({ members, panel, getSorting }: StaffTableProps) {
  return (
    <Table
      label="Staff"
      columns={columns}
      getSorting={getSorting}
      isCompact
      rowCount={ariaRowCount(members)}
    >
      <TableRows rows={members}>
        {(member, position) => (
          <TableRow key={member.id} className={compactRow} {...position}>
            <TableCell label="Email" className="font-semibold">
              <RowLink
                rowId={member.id}
                id={`member-${member.id}`}
                panel={panel}
                className={cellTextClass}
              >
                {member.email}
              </RowLink>
            </TableCell>
            <TableCell label="Role">{roleLabel(member.role)}</TableCell>
            <TableCell label="Two-step" className="compact:hidden">
              {member.hasTwoStep ? 'On' : <span className="text-muted">Off</span>}
            </TableCell>
            <TableCell label="Status" className="compact:justify-self-end">
              <StaffStatusBadge status={member.status} />
            </TableCell>
            <TableCell label="Last login" className="whitespace-nowrap compact:justify-self-end">
              {member.lastLoginAt ? formatDateTime(member.lastLoginAt) : 'Never'}
            </TableCell>
          </TableRow>
        )}
      </TableRows>
    </Table>
  )
}
