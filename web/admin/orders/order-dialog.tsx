import { useForm } from 'react-hook-form'
import type { OrderForm } from '#contract/staff.ts'
import { FormDialog } from '#web/admin/form/form-dialog.tsx'
import { SelectField } from '#web/admin/form/select-field.tsx'
import { useEdit } from '#web/admin/form/use-edit.ts'
import type { OrderAnswer } from '#web/api/orders.ts'
import { updateOrder } from '#web/api/staff.ts'
import { formatPrice } from '#web/shared/money.ts'
import { orderNumber } from '#web/shared/order-view.ts'
import { PaymentStatusBadge } from '#web/shared/status-badge.tsx'
import {
  deliveryStatusOptions,
  orderStatusOptions,
  plainDeliveryStatus,
  plainOrderStatus,
} from './order-statuses.ts'

type OrderDialogProps = {
  order: OrderAnswer
  findNow: (id: string) => Promise<OrderAnswer | undefined>
  onClose: () => void
}

/** Any value may be chosen; one that the row came with, whatever it is, stays until then. */
type StatusForm = { [K in keyof OrderForm]: string }

const formOf = (order: OrderAnswer): StatusForm => ({
  status: plainOrderStatus(order.status),
  deliveryStatus: plainDeliveryStatus(order.deliveryStatus),
})

const labelIn = (options: readonly { value: string; label: string }[], value: string) =>
  options.find((option) => option.value === value)?.label ?? value

const factsOf = (order: OrderAnswer) => ({
  'Order Status': labelIn(orderStatusOptions, plainOrderStatus(order.status)),
  'Delivery Status': labelIn(deliveryStatusOptions, plainDeliveryStatus(order.deliveryStatus)),
  'Delivery Date': order.deliveryDate ?? '',
  Total: formatPrice(order.total ?? '0'),
})

export function OrderDialog({ order, findNow, onClose }: OrderDialogProps) {
  const form = useForm<StatusForm>({ defaultValues: formOf(order) })
  const { submit, isPending, changes } = useEdit({
    row: order,
    form,
    formOf,
    factsOf,
    save: (sent, seen) => updateOrder(order.id, sent as OrderForm, seen),
    findNow,
    onClose,
    done: 'Order updated successfully',
    failed: 'Failed to update order',
  })
  return (
    <FormDialog
      title={`Edit order ${orderNumber(order.id)}`}
      description={<OrderInWords order={order} />}
      submitLabel="Save"
      isPending={isPending}
      changes={changes}
      onSubmit={submit}
      onClose={onClose}
    >
      <SelectField form={form} name="status" label="Order Status" options={orderStatusOptions} />
      <SelectField
        form={form}
        name="deliveryStatus"
        label="Delivery Status"
        options={deliveryStatusOptions}
      />
    </FormDialog>
  )
}

function OrderInWords({ order }: { order: OrderAnswer }) {
  const who = order.customerName || order.customer?.email || order.customerEmail
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="wrap-anywhere">
        {[who, formatPrice(order.total ?? '0')].filter(Boolean).join(', ')}
      </span>
      <PaymentStatusBadge status={order.paymentStatus} />
    </span>
  )
}
