import { formatOrderNumber } from '#contract/order-number.ts'
import type { StaffSubscription } from '#contract/subscriptions/staff-subscriptions.ts'
import { RowLink } from '#web/admin/detail/row-link.tsx'
import type { Panel } from '#web/admin/detail/use-panel.ts'
import { cellTextClass } from '#web/admin/list/row-buttons.tsx'
import { formatDay } from '#web/shared/instant.ts'
import { formatPrice } from '#web/shared/money.ts'
import { frequencyLabel } from '#web/shared/orders/frequency.ts'
import { type ColumnSorting, Table, TableCell, TableRow } from '#web/ui/table/table.tsx'
import { ariaRowCount, TableRows } from '#web/ui/table/table-rows.tsx'
import { SubscriptionStatusBadge } from './subscription-statuses.tsx'

const compactRow =
  'compact:grid-cols-[7rem_minmax(0,1fr)_auto] compact:*:last:col-start-3 compact:*:last:row-start-1'

const columns = [
  'Subscription',
  'Customer',
  'Status',
  'Frequency',
  'Next Delivery',
  'Amount',
] as const

type SubscriptionsTableProps = {
  subscriptions: readonly StaffSubscription[]
  panel: Panel
  getSorting: (column: string) => ColumnSorting | undefined
}

export function SubscriptionsTable({ subscriptions, panel, getSorting }: SubscriptionsTableProps) {
  return (
    <Table
      label="Subscriptions"
      columns={columns}
      getSorting={getSorting}
      isCompact
      rowCount={ariaRowCount(subscriptions)}
    >
      <TableRows rows={subscriptions}>
        {(row, position) => (
          <TableRow key={row.id} className={compactRow} {...position}>
            <TableCell label="Subscription" className="font-bold tabular-nums">
              <RowLink rowId={row.id} id={`subscription-${row.id}`} panel={panel}>
                {formatOrderNumber(row.id)}
              </RowLink>
            </TableCell>
            <TableCell label="Customer">
              <span className={cellTextClass}>{row.customerEmail || row.customerName || '-'}</span>
            </TableCell>
            <TableCell label="Status" className="compact:col-start-1">
              <SubscriptionStatusBadge status={row.status} pausedUntil={row.pausedUntil} />
            </TableCell>
            <TableCell label="Frequency">{frequencyLabel(row.frequency)}</TableCell>
            <TableCell label="Next Delivery" className="whitespace-nowrap compact:justify-self-end">
              {formatDay(row.nextDate)}
            </TableCell>
            <TableCell
              label="Amount"
              className="font-semibold tabular-nums compact:justify-self-end"
            >
              {formatPrice(row.total)}
            </TableCell>
          </TableRow>
        )}
      </TableRows>
    </Table>
  )
}
