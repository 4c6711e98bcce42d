import { type UseFormReturn, useForm } from 'react-hook-form'
import type { OrderForm } from '#contract/staff.ts'
import { SelectField } from '#web/admin/form/select-field.tsx'
import { useEdit } from '#web/admin/form/use-edit.ts'
import type { OrderAnswer } from '#web/api/orders.ts'
import { updateOrder } from '#web/api/staff.ts'
import { formatPrice } from '#web/shared/money.ts'
import {
  deliveryStatusOptions,
  orderStatusOptions,
  plainDeliveryStatus,
  plainOrderStatus,
} from './order-statuses.ts'

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

type OrderEdit = {
  order: OrderAnswer
  findNow: (id: string) => Promise<OrderAnswer | undefined>
  onDone: (saved: StatusForm) => void
  isFollowing?: boolean
}

/** What staff may change of an order, in the dialog as in the panel. */
export function useOrderEdit({ order, ...options }: OrderEdit) {
  const form = useForm<StatusForm>({ defaultValues: formOf(order) })
  const edit = useEdit({
    ...options,
    row: order,
    form,
    formOf,
    factsOf,
    save: (sent, seen) => updateOrder(order.id, sent as OrderForm, seen),
    onDone: (saved) => {
      form.reset(saved)
      options.onDone(saved)
    },
    done: 'Order updated successfully',
    failed: 'Failed to update order',
  })
  return { form, ...edit }
}

export function OrderStatusFields({ form }: { form: UseFormReturn<StatusForm> }) {
  return (
    <>
      <SelectField form={form} name="status" label="Order Status" options={orderStatusOptions} />
      <SelectField
        form={form}
        name="deliveryStatus"
        label="Delivery Status"
        options={deliveryStatusOptions}
      />
    </>
  )
}
