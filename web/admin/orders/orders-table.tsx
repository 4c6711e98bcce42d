import { formatOrderNumber } from '#contract/order-number.ts'
import type { Selection } from '#web/admin/bulk/use-selection.ts'
import { RowLink } from '#web/admin/detail/row-link.tsx'
import type { Panel } from '#web/admin/detail/use-panel.ts'
import { useCan } from '#web/admin/layout/use-can.ts'
import { cellTextClass, RowButtons } from '#web/admin/list/row-buttons.tsx'
import type { KnownOrder } from '#web/api/adapt/order.ts'
import { formatDay } from '#web/shared/instant.ts'
import { formatPrice } from '#web/shared/money.ts'
import { DeliveryStatusBadge, OrderStatusBadge } from '#web/shared/status-badge.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { type ColumnSorting, Table, TableCell, TableRow } from '#web/ui/table/table.tsx'
import { ariaRowCount, TableRows } from '#web/ui/table/table-rows.tsx'

const readOnlyRow = 'compact:grid-cols-[8.5rem_minmax(0,1fr)_auto]'
/** With the buttons in a column of their own. */
const editableRow =
  'compact:grid-cols-[8.5rem_minmax(0,1fr)_auto_auto] compact:*:last:col-start-4 compact:*:last:row-span-2 compact:*:last:row-start-1'

const columns = [
  'Order ID',
  'Customer',
  'Total',
  'Status',
  'Delivery Status',
  'Delivery Date',
  'Edit',
] as const

type OrdersTableProps = {
  orders: readonly KnownOrder[]
  selection: Selection<KnownOrder>
  panel: Panel
  getSorting: (column: string) => ColumnSorting | undefined
  onEdit: (order: KnownOrder) => void
}

export function OrdersTable(props: OrdersTableProps) {
  const { orders, selection, panel, getSorting, onEdit } = props
  const canEdit = useCan()('orders.write')
  return (
    <Table
      label="Orders"
      columns={columns.filter((name) => canEdit || name !== 'Edit')}
      getSorting={getSorting}
      isCompact
      rowCount={ariaRowCount(orders)}
    >
      <TableRows rows={orders}>
        {(order, position) => (
          <TableRow key={order.id} className={canEdit ? editableRow : readOnlyRow} {...position}>
            <TableCell label="Order ID" className="font-bold tabular-nums">
              <span className="inline-flex items-center gap-3.5 align-middle">
                {canEdit ? (
                  <Checkbox
                    aria-label={`Select order ${formatOrderNumber(order.id)}`}
                    className="relative z-10"
                    checked={selection.has(order.id)}
                    onChange={() => selection.toggle(order.id)}
                  />
                ) : null}
                <RowLink rowId={order.id} id={`order-${order.id}`} panel={panel}>
                  {formatOrderNumber(order.id)}
                </RowLink>
              </span>
            </TableCell>
            <TableCell label="Customer">
              <span className={cellTextClass}>
                {order.customer?.email || order.customerEmail || '-'}
              </span>
            </TableCell>
            <TableCell
              label="Total"
              className="font-semibold tabular-nums compact:justify-self-end"
            >
              {formatPrice(order.total ?? '0')}
            </TableCell>
            <TableCell label="Status" {...(canEdit ? { className: 'compact:pl-8' } : {})}>
              <OrderStatusBadge status={order.status} />
            </TableCell>
            <TableCell label="Delivery Status">
              <DeliveryStatusBadge status={order.deliveryStatus} />
            </TableCell>
            <TableCell label="Delivery Date" className="whitespace-nowrap compact:justify-self-end">
              {formatDay(order.deliveryDate)}
            </TableCell>
            {canEdit ? (
              <TableCell>
                <RowButtons describedBy={`order-${order.id}`} onEdit={() => onEdit(order)} />
              </TableCell>
            ) : null}
          </TableRow>
        )}
      </TableRows>
    </Table>
  )
}
