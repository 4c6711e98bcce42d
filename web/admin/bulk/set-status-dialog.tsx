import { useForm } from 'react-hook-form'
import type { OrderForm } from '#contract/staff/staff.ts'
import { FormDialog } from '#web/admin/form/form-dialog.tsx'
import { SelectField } from '#web/admin/form/select-field.tsx'
import { deliveryStatusOptions, orderStatusOptions } from '#web/admin/orders/order-statuses.ts'
import { RefundChoice, type RefundDecision } from '#web/admin/orders/refund-choice.tsx'
import type { KnownOrder } from '#web/api/adapt/order.ts'
import { undoOrders, updateOrders } from '#web/api/staff/backoffice.ts'
import { formatOrderCount } from './format-order-count.ts'
import { useBulk } from './use-bulk.ts'
import { versionsById } from './versions-by-id.ts'

/** A select cannot have an empty value. */
const UNCHANGED = 'unchanged'
const unchangedOption = { value: UNCHANGED, label: 'No change' }

type Fields = { status: string; deliveryStatus: string; refund: RefundDecision }

type SetStatusDialogProps = {
  orders: readonly KnownOrder[]
  onDone: () => void
  onClose: () => void
}

export function SetStatusDialog({ orders, onDone, onClose }: SetStatusDialogProps) {
  const form = useForm<Fields>({
    defaultValues: { status: UNCHANGED, deliveryStatus: UNCHANGED, refund: '' },
  })
  const { mutate, isPending } = useBulk({
    run: (fields: Fields) =>
      updateOrders({
        ids: orders.map(({ id }) => id),
        versions: versionsById(orders),
        ...toOrderChange(fields),
      }),
    undo: (before) => undoOrders({ orders: before }),
    successMessage: (before) => `${formatOrderCount(before.length)} updated`,
    errorMessage: 'Failed to update orders',
    onDone: () => {
      onDone()
      onClose()
    },
  })

  const isCancelling = form.watch('status') === 'cancelled'
  const paid = orders.filter(
    ({ status, paymentStatus }) =>
      status !== 'cancelled' && ['paid', 'covered'].includes(paymentStatus ?? ''),
  )

  function send(fields: Fields) {
    if (Object.keys(toOrderChange(fields)).length > 0) return mutate(fields)
    form.setError('status', { message: 'Select at least one status' })
  }

  return (
    <FormDialog
      title={`Set status of ${formatOrderCount(orders.length)}`}
      description="We'll email customers after the undo period ends."
      submitLabel="Update"
      isPending={isPending}
      onSubmit={form.handleSubmit(send)}
      onClose={onClose}
    >
      <SelectField
        form={form}
        name="status"
        label="Order Status"
        options={[unchangedOption, ...orderStatusOptions]}
      />
      <SelectField
        form={form}
        name="deliveryStatus"
        label="Delivery Status"
        options={[unchangedOption, ...deliveryStatusOptions]}
      />
      {isCancelling && paid.length > 0 ? (
        <RefundChoice
          form={form}
          name="refund"
          refundLabel={`Refund ${paidOrdersText(paid.length)}`}
          hint="We'll send refunds after the undo period ends."
          noRefundLabel={paid.length === 1 ? 'Keep the payment' : 'Keep the payments'}
        />
      ) : null}
    </FormDialog>
  )
}

const paidOrdersText = (count: number) =>
  count === 1 ? 'the paid order to its card' : `the ${count} paid orders to their cards`

function toOrderChange({ refund, ...fields }: Fields): Partial<OrderForm> & { refund?: boolean } {
  const changed = Object.entries(fields).filter(([, value]) => value !== UNCHANGED)
  const isRefund = fields.status === 'cancelled' && refund === 'refund'
  return {
    ...(Object.fromEntries(changed) as Partial<OrderForm>),
    ...(isRefund && { refund: true }),
  }
}
