import { formatOrderNumber } from '#contract/order-number.ts'
import { windowText } from '#contract/zones/window-text.ts'
import type { KnownCustomerOrder } from '#web/api/adapt/order.ts'
import { paths } from '#web/paths.ts'
import { formatDay } from '#web/shared/instant.ts'
import { formatPrice } from '#web/shared/money.ts'
import { DeliveryStatusBadge, OrderStatusBadge } from '#web/shared/status-badge.tsx'
import { useAppNavigate } from '#web/shared/use-app-navigate.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Table, TableCell, TableRow } from '#web/ui/table/table.tsx'

const columns = [
  'Order ID',
  'Date',
  'Delivery Date',
  'Total',
  'Status',
  'Delivery Status',
  'Type',
] as const

type OrdersTableProps = {
  orders: readonly KnownCustomerOrder[]
  onOpen: (orderId: string) => void
}

export function OrdersTable({ orders, onOpen }: OrdersTableProps) {
  return (
    <Table label="Orders" columns={columns} hasActions>
      {orders.map((order) => (
        <OrderRow key={order.id} order={order} onOpen={onOpen} />
      ))}
    </Table>
  )
}

/** Between a phone and a table, the fields of a card are side by side. */
const tabletRow = '@md:@max-4xl:grid-cols-2 @md:@max-4xl:gap-x-10'

type OrderRowProps = { order: KnownCustomerOrder; onOpen: (orderId: string) => void }

function OrderRow({ order, onOpen }: OrderRowProps) {
  const go = useAppNavigate()
  // Each renewal of a subscription is a separate order with a parent (rule 14).
  const isRecurring = order.isRecurring || Boolean(order.parentOrderId)
  return (
    <TableRow className={tabletRow}>
      <TableCell label="Order ID">
        <button
          type="button"
          onClick={() => onOpen(order.id)}
          className="rounded font-bold text-action-strong tabular-nums after:absolute after:inset-0"
        >
          {formatOrderNumber(order.id)}
        </button>
      </TableCell>
      <TableCell label="Date">{formatDay(order.createdAt)}</TableCell>
      <TableCell label="Delivery Date">
        {formatDay(order.deliveryDate)}
        {order.deliveryWindow ? (
          <span className="block text-muted text-sm">{windowText(order.deliveryWindow)}</span>
        ) : null}
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
      <TableCell label="Type">
        <Badge tone={isRecurring ? 'aqua' : 'neutral'}>
          {isRecurring ? 'Recurring' : 'One-time'}
        </Badge>
      </TableCell>
      <TableCell>
        <Button
          variant="secondary"
          size="small"
          className="relative z-10 mt-1 w-full @4xl:mt-0 @4xl:w-auto"
          onClick={() => go(paths.customerInvoice(order.id))}
        >
          View Invoice
        </Button>
      </TableCell>
    </TableRow>
  )
}
