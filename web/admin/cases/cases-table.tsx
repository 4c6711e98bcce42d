import { formatOrderNumber } from '#contract/order-number.ts'
import { RowLink } from '#web/admin/detail/row-link.tsx'
import type { Panel } from '#web/admin/detail/use-panel.ts'
import { cellTextClass } from '#web/admin/list/row-buttons.tsx'
import type { CaseListRow } from '#web/api/staff/cases.ts'
import { caseKindLabel, outcomeText } from '#web/shared/cases/case-labels.ts'
import { formatDateTime } from '#web/shared/instant.ts'
import { Table, TableCell, TableRow } from '#web/ui/table/table.tsx'
import { ariaRowCount, TableRows } from '#web/ui/table/table-rows.tsx'
import { CaseStateBadge } from './case-states.tsx'

const compactRow = 'compact:grid-cols-[8.5rem_minmax(0,1fr)_auto]'

const columns = ['Problem', 'Customer', 'Order', 'Status', 'Reported', 'Answer'] as const

type CasesTableProps = { cases: readonly CaseListRow[]; panel: Panel }

export function CasesTable({ cases, panel }: CasesTableProps) {
  return (
    <Table label="Cases" columns={columns} isCompact rowCount={ariaRowCount(cases)}>
      <TableRows rows={cases}>
        {(row, position) => (
          <TableRow key={row.id} className={compactRow} {...position}>
            <TableCell label="Problem" className="font-bold">
              <RowLink rowId={row.id} id={`case-${row.id}`} panel={panel}>
                {caseKindLabel(row.kind)}
              </RowLink>
            </TableCell>
            <TableCell label="Customer">
              <span className={cellTextClass}>
                {row.customer.name || row.customer.email || '-'}
              </span>
            </TableCell>
            <TableCell label="Order" className="tabular-nums compact:justify-self-end">
              {formatOrderNumber(row.orderId)}
            </TableCell>
            <TableCell label="Status">
              <CaseStateBadge {...row} />
            </TableCell>
            <TableCell label="Reported" className="whitespace-nowrap">
              {formatDateTime(row.reportedAt)}
            </TableCell>
            <TableCell
              label="Answer"
              className={
                row.state === 'answered'
                  ? 'whitespace-nowrap compact:justify-self-end'
                  : '@max-4xl:hidden'
              }
            >
              {row.state === 'answered' ? outcomeText(row) : '-'}
            </TableCell>
          </TableRow>
        )}
      </TableRows>
    </Table>
  )
}
