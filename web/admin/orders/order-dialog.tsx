import { formatOrderNumber } from '#contract/order-number.ts'
import { FormDialog } from '#web/admin/form/form-dialog.tsx'
import type { KnownOrder } from '#web/api/adapt/order.ts'
import { formatPrice } from '#web/shared/money.ts'
import { PaymentStatusBadge } from '#web/shared/status-badge.tsx'
import { OrderStatusFields, useOrderEdit } from './order-edit.tsx'

type OrderDialogProps = {
  order: KnownOrder
  refetchRow: (id: string) => Promise<KnownOrder | undefined>
  onClose: () => void
}

export function OrderDialog({ order, refetchRow, onClose }: OrderDialogProps) {
  const { form, submit, isPending, changes } = useOrderEdit({ order, refetchRow, onDone: onClose })
  return (
    <FormDialog
      title={`Edit order ${formatOrderNumber(order.id)}`}
      description={<OrderSummary order={order} />}
      submitLabel="Save"
      isPending={isPending}
      changes={changes}
      onSubmit={submit}
      onClose={onClose}
    >
      <OrderStatusFields form={form} order={order} />
    </FormDialog>
  )
}

function OrderSummary({ order }: { order: KnownOrder }) {
  const customer = order.customerName || order.customer?.email || order.customerEmail
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="wrap-anywhere">
        {[customer, formatPrice(order.total ?? '0')].filter(Boolean).join(', ')}
      </span>
      <PaymentStatusBadge status={order.paymentStatus} />
    </span>
  )
}
