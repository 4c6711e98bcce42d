import { useQuery } from '@tanstack/react-query'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { amountToCents } from '#contract/money.ts'
import type { OrderForm } from '#contract/staff/staff.ts'
import { SelectField } from '#web/admin/form/select-field.tsx'
import { useEdit } from '#web/admin/form/use-edit.ts'
import type { KnownOrder } from '#web/api/adapt/order.ts'
import { orderDetailQuery } from '#web/api/staff/backoffice.ts'
import { updateOrder } from '#web/api/staff/staff.ts'
import { formatPrice } from '#web/shared/money.ts'
import {
  deliveryStatusOptions,
  normalizeDeliveryStatus,
  normalizeOrderStatus,
  orderStatusOptions,
} from './order-statuses.ts'
import { RefundChoice, type RefundDecision } from './refund-choice.tsx'

/** Any value may be chosen; one that the row came with, whatever it is, stays until then. */
type StatusForm = { [K in keyof OrderForm]: string } & { refund: RefundDecision }

const toFormValues = (order: KnownOrder): StatusForm => ({
  status: normalizeOrderStatus(order.status),
  deliveryStatus: normalizeDeliveryStatus(order.deliveryStatus),
  refund: '',
})

const optionLabel = (options: readonly { value: string; label: string }[], value: string) =>
  options.find((option) => option.value === value)?.label ?? value

const toDisplayFields = (order: KnownOrder) => ({
  'Order Status': optionLabel(orderStatusOptions, normalizeOrderStatus(order.status)),
  'Delivery Status': optionLabel(
    deliveryStatusOptions,
    normalizeDeliveryStatus(order.deliveryStatus),
  ),
  'Delivery Date': order.deliveryDate ?? '',
  Total: formatPrice(order.total ?? '0'),
})

type OrderEdit = {
  order: KnownOrder
  refetchRow: (id: string) => Promise<KnownOrder | undefined>
  onDone: (saved: StatusForm) => void
  isLive?: boolean
}

/** What staff may change of an order, in the dialog as in the panel. */
export function useOrderEdit({ order, ...options }: OrderEdit) {
  const form = useForm<StatusForm>({ defaultValues: toFormValues(order) })
  const edit = useEdit({
    ...options,
    row: order,
    form,
    toFormValues,
    toDisplayFields,
    save: ({ refund, ...sent }, seen) => {
      const isRefund = sent.status === 'cancelled' && refund === 'refund'
      return updateOrder(
        order.id,
        { ...(sent as OrderForm), ...(isRefund && { refund: true }) },
        seen,
      )
    },
    onDone: (saved) => {
      form.reset({ ...saved, refund: '' })
      options.onDone(saved)
    },
    successMessage: 'Order updated successfully',
    errorMessage: 'Failed to update order',
  })
  return { form, ...edit }
}

type OrderStatusFieldsProps = { form: UseFormReturn<StatusForm>; order: KnownOrder }

export function OrderStatusFields({ form, order }: OrderStatusFieldsProps) {
  const isCancelling = form.watch('status') === 'cancelled' && order.status !== 'cancelled'

  return (
    <>
      <SelectField form={form} name="status" label="Order Status" options={orderStatusOptions} />
      <SelectField
        form={form}
        name="deliveryStatus"
        label="Delivery Status"
        options={deliveryStatusOptions}
      />
      {isCancelling && order.paymentStatus === 'paid' ? (
        <PaidOrderChoice form={form} orderId={order.id} />
      ) : null}
    </>
  )
}

type PaidOrderChoiceProps = { form: UseFormReturn<StatusForm>; orderId: string }

/** Part of it may have been refunded before, so the amount comes from the order's details. */
function PaidOrderChoice({ form, orderId }: PaidOrderChoiceProps) {
  const { data } = useQuery(orderDetailQuery(orderId))
  const refundable = data?.refundable
  if (refundable !== undefined && amountToCents(refundable) === 0) return null
  const amount = refundable === undefined ? 'the payment' : formatPrice(refundable)
  return (
    <RefundChoice
      form={form}
      name="refund"
      refundLabel={`Refund ${amount} to the card`}
      noRefundLabel="Keep the payment"
    />
  )
}
