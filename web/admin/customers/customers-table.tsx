import { RowLink } from '#web/admin/detail/row-link.tsx'
import type { Panel } from '#web/admin/detail/use-panel.ts'
import { useCan } from '#web/admin/layout/use-can.ts'
import { cellTextClass, RowButtons } from '#web/admin/list/row-buttons.tsx'
import type { KnownCustomer } from '#web/api/adapt/users.ts'
import { formatDay } from '#web/shared/instant.ts'
import { cx } from '#web/ui/cx.ts'
import { type ColumnSorting, Table, TableCell, TableRow } from '#web/ui/table/table.tsx'
import { ariaRowCount, TableRows } from '#web/ui/table/table-rows.tsx'

const compactRow =
  'compact:grid-flow-col compact:grid-cols-[minmax(0,1fr)_auto_auto] compact:grid-rows-2'
/** With the buttons in a column of their own. */
const editableRow = 'compact:*:last:row-span-2'

const columns = ['Email', 'Name', 'Phone', 'Created', 'Actions'] as const

type CustomersTableProps = {
  customers: readonly KnownCustomer[]
  panel: Panel
  getSorting: (column: string) => ColumnSorting | undefined
  onEdit: (customer: KnownCustomer) => void
}

export function CustomersTable({ customers, panel, getSorting, onEdit }: CustomersTableProps) {
  const canEdit = useCan()('customers.write')
  return (
    <Table
      label="Customers"
      columns={columns.filter((name) => canEdit || name !== 'Actions')}
      getSorting={getSorting}
      isCompact
      rowCount={ariaRowCount(customers)}
    >
      <TableRows rows={customers}>
        {(customer, position) => (
          <TableRow
            key={customer.id}
            className={cx(compactRow, canEdit && editableRow)}
            {...position}
          >
            <TableCell label="Email" className="font-semibold">
              <RowLink
                rowId={customer.id}
                id={`customer-${customer.id}`}
                panel={panel}
                className={cellTextClass}
              >
                {customer.email}
              </RowLink>
            </TableCell>
            <TableCell label="Name">
              <span className={cellTextClass}>{customer.name || '-'}</span>
            </TableCell>
            <TableCell
              label="Phone"
              className="compact:max-w-40 compact:justify-self-end @4xl:min-w-32"
            >
              <span className={cellTextClass}>{customer.phone || '-'}</span>
            </TableCell>
            <TableCell label="Created" className="whitespace-nowrap compact:justify-self-end">
              {formatDay(customer.createdAt)}
            </TableCell>
            {canEdit ? (
              <TableCell>
                <RowButtons
                  describedBy={`customer-${customer.id}`}
                  onEdit={() => onEdit(customer)}
                />
              </TableCell>
            ) : null}
          </TableRow>
        )}
      </TableRows>
    </Table>
  )
}
