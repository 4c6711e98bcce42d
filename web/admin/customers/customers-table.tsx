import { RowButtons, rowClass } from '#web/admin/list/row-buttons.tsx'
import type { CustomerAnswer } from '#web/api/staff.ts'
import { formatDay } from '#web/shared/instant.ts'
import { Table, TableCell, TableRow } from '#web/ui/table.tsx'

const columns = ['Email', 'Name', 'Phone', 'Created', 'Actions'] as const

type CustomersTableProps = {
  customers: readonly CustomerAnswer[]
  onEdit: (customer: CustomerAnswer) => void
}

export function CustomersTable({ customers, onEdit }: CustomersTableProps) {
  return (
    <Table label="Customers" columns={columns}>
      {customers.map((customer) => (
        <TableRow key={customer.id} className={rowClass}>
          <TableCell label="Email" className="font-semibold">
            <span id={`customer-${customer.id}`} className="wrap-anywhere">
              {customer.email}
            </span>
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
      ))}
    </Table>
  )
}
