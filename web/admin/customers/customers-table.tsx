import { RowLink } from '#web/admin/detail/row-link.tsx'
import type { Panel } from '#web/admin/detail/use-panel.ts'
import { longCellClass, RowButtons, rowClass } from '#web/admin/list/row-buttons.tsx'
import type { CustomerAnswer } from '#web/api/staff.ts'
import { formatDay } from '#web/shared/instant.ts'
import { cx } from '#web/ui/cx.ts'
import { type ColumnSorting, Table, TableCell, TableRow } from '#web/ui/table.tsx'
import { rowCountOf, TableRows } from '#web/ui/table-rows.tsx'

const columns = ['Email', 'Name', 'Phone', 'Created', 'Actions'] as const

type CustomersTableProps = {
  customers: readonly CustomerAnswer[]
  panel: Panel
  sortingOf: (column: string) => ColumnSorting | undefined
  onEdit: (customer: CustomerAnswer) => void
}

export function CustomersTable({ customers, panel, sortingOf, onEdit }: CustomersTableProps) {
  return (
    <Table
      label="Customers"
      columns={columns}
      sortingOf={sortingOf}
      rowCount={rowCountOf(customers)}
    >
      <TableRows rows={customers}>
        {(customer, place) => (
          <TableRow key={customer.id} className={rowClass} {...place}>
            <TableCell label="Email" className={cx(longCellClass, 'font-semibold')}>
              <RowLink
                rowId={customer.id}
                id={`customer-${customer.id}`}
                panel={panel}
                className="wrap-anywhere"
              >
                {customer.email}
              </RowLink>
            </TableCell>
            <TableCell label="Name">
              <span className="wrap-anywhere">{customer.name || '-'}</span>
            </TableCell>
            <TableCell label="Phone" className="@4xl:min-w-32">
              <span className="wrap-anywhere">{customer.phone || '-'}</span>
            </TableCell>
            <TableCell label="Created" className="whitespace-nowrap">
              {formatDay(customer.createdAt)}
            </TableCell>
            <TableCell>
              <RowButtons describedBy={`customer-${customer.id}`} onEdit={() => onEdit(customer)} />
            </TableCell>
          </TableRow>
        )}
      </TableRows>
    </Table>
  )
}
