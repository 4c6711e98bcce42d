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
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import {
  deliveryStatusOptions,
  normalizeDeliveryStatus,
  normalizeOrderStatus,
  orderStatusOptions,
} from './order-statuses.ts'
import { RefundChoice, type RefundDecision } from './refund-choice.tsx'

/** Strings, because an unknown status from the server stays until staff select another one. */
type StatusForm = { [K in keyof OrderForm]: string } & {
  refund: RefundDecision
  cancelDelivery: boolean
}

const toFormValues = (order: KnownOrder): StatusForm => ({
  status: normalizeOrderStatus(order.status),
  deliveryStatus: normalizeDeliveryStatus(order.deliveryStatus),
  refund: '',
  cancelDelivery: false,
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

/** The order form that the dialog and the panel share. */
export function useOrderEdit({ order, ...options }: OrderEdit) {
  const form = useForm<StatusForm>({ defaultValues: toFormValues(order) })
  const edit = useEdit({
    ...options,
    row: order,
    form,
    toFormValues,
    toDisplayFields,
    save: ({ refund, cancelDelivery, ...values }, editedRow) => {
      const isRefund = values.status === 'cancelled' && refund === 'refund'
      return updateOrder(
        order.id,
        {
          ...(values as OrderForm),
          ...(isRefund && { refund: true }),
          ...(cancelDelivery && values.status === 'cancelled' && { cancelDelivery }),
        },
        editedRow,
      )
    },
    onDone: (saved) => {
      form.reset({ ...saved, refund: '', cancelDelivery: false })
      options.onDone(saved)
    },
    successMessage: 'Order updated successfully',
    errorMessage: 'Failed to update order',
  })
  return { form, ...edit }
}

type OrderStatusFieldsProps = { form: UseFormReturn<StatusForm>; order: KnownOrder }

export function OrderStatusFields({ form, order }: OrderStatusFieldsProps) {
  const isCancelled = form.watch('status') === 'cancelled'
  const wasCancelled = order.status === 'cancelled'
  const isCancelling = isCancelled && (!wasCancelled || form.watch('cancelDelivery'))

  return (
    <>
      <SelectField form={form} name="status" label="Order Status" options={orderStatusOptions} />
      <SelectField
        form={form}
        name="deliveryStatus"
        label="Delivery Status"
        options={deliveryStatusOptions}
      />
      {isCancelled && wasCancelled ? <StillDelivered form={form} orderId={order.id} /> : null}
      {isCancelling && ['paid', 'covered'].includes(order.paymentStatus ?? '') ? (
        <PaidOrderChoice form={form} orderId={order.id} />
      ) : null}
    </>
  )
}

type PaidOrderChoiceProps = { form: UseFormReturn<StatusForm>; orderId: string }

/** Rule 17: cancelling the subscription has left this delivery to be made. */
function StillDelivered({ form, orderId }: PaidOrderChoiceProps) {
  const { data } = useQuery(orderDetailQuery(orderId))
  if (!data?.isStillDelivered) return null
  return (
    <div className="flex flex-col gap-3 sm:col-span-full">
      <p className="text-muted text-sm">
        The subscription was cancelled after the change deadline, so we'll still make this delivery.
      </p>
      <Checkbox {...form.register('cancelDelivery')}>Cancel this delivery too</Checkbox>
    </div>
  )
}

/** The amount comes from the order's details, because part of it may already be refunded. */
function PaidOrderChoice({ form, orderId }: PaidOrderChoiceProps) {
  const { data } = useQuery(orderDetailQuery(orderId))
  const refundable = data?.refundable
  if (refundable !== undefined && amountToCents(refundable) === 0) return null
  const amount = refundable === undefined ? 'the payment' : formatPrice(refundable)
  const toCard = data?.refundableToCard
  const destination =
    toCard === refundable
      ? 'to the card'
      : amountToCents(toCard ?? '') === 0
        ? 'as credit'
        : 'to the card and as credit'
  return (
    <RefundChoice
      form={form}
      name="refund"
      refundLabel={`Refund ${amount} ${destination}`}
      noRefundLabel="Keep the payment"
    />
  )
}
