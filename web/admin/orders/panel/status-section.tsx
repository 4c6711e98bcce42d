import { DetailList, PanelSection } from '#web/admin/detail/panel-section.tsx'
import { EditInPlace } from '#web/admin/form/edit-in-place.tsx'
import { useCan } from '#web/admin/layout/use-can.ts'
import { OrderStatusFields, useOrderEdit } from '#web/admin/orders/order-edit.tsx'
import type { KnownOrder } from '#web/api/adapt/order.ts'
import { DeliveryStatusBadge, OrderStatusBadge } from '#web/shared/status-badge.tsx'

type StatusSectionProps = { order: KnownOrder; refetchRow: () => Promise<KnownOrder | undefined> }

export function StatusSection(props: StatusSectionProps) {
  const { status, deliveryStatus } = props.order
  if (useCan()('orders.write')) return <EditableStatus {...props} />
  return (
    <PanelSection title="Status">
      <DetailList
        fields={[
          ['Order Status', <OrderStatusBadge key="order" status={status} />],
          ['Delivery Status', <DeliveryStatusBadge key="delivery" status={deliveryStatus} />],
        ]}
      />
    </PanelSection>
  )
}

function EditableStatus({ order, refetchRow }: StatusSectionProps) {
  const { form, submit, isTouched, isPending, changes, discard } = useOrderEdit({
    order,
    refetchRow,
    isLive: true,
    onDone: () => undefined,
  })
  return (
    <PanelSection title="Status">
      <EditInPlace
        label="Status"
        isTouched={isTouched}
        isPending={isPending}
        changes={changes}
        onSubmit={submit}
        onReset={discard}
      >
        <OrderStatusFields form={form} order={order} />
      </EditInPlace>
    </PanelSection>
  )
}
