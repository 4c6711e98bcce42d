import { RowButtons, rowClass } from '#web/admin/list/row-buttons.tsx'
import type { OrderAnswer } from '#web/api/orders.ts'
import { formatDay } from '#web/shared/instant.ts'
import { formatPrice } from '#web/shared/money.ts'
import { orderNumber } from '#web/shared/order-view.ts'
import { DeliveryStatusBadge, OrderStatusBadge } from '#web/shared/status-badge.tsx'
import { Table, TableCell, TableRow } from '#web/ui/table.tsx'

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
  orders: readonly OrderAnswer[]
  onEdit: (order: OrderAnswer) => void
}

export function OrdersTable({ orders, onEdit }: OrdersTableProps) {
  return (
    <Table label="Orders" columns={columns}>
      {orders.map((order) => (
        <TableRow key={order.id} className={rowClass}>
          <TableCell label="Order ID" className="font-bold tabular-nums">
            <span id={`order-${order.id}`}>{orderNumber(order.id)}</span>
          </TableCell>
          <TableCell label="Customer">
            <span className="wrap-anywhere">
              {order.customer?.email || order.customerEmail || '-'}
            </span>
          </TableCell>
          <TableCell label="Total" className="font-semibold tabular-nums">
            {formatPrice(order.total ?? '0')}
          </TableCell>
          <TableCell label="Status">
            <OrderStatusBadge status={order.status} />
          </TableCell>
          <TableCell label="Delivery Status">
            <DeliveryStatusBadge status={order.deliveryStatus} />
          </TableCell>
          <TableCell label="Delivery Date" className="whitespace-nowrap">
            {formatDay(order.deliveryDate)}
          </TableCell>
          <TableCell>
            <RowButtons describedBy={`order-${order.id}`} onEdit={() => onEdit(order)} />
          </TableCell>
        </TableRow>
      ))}
    </Table>
  )
}
