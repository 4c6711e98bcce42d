import { PanelSection } from '#web/admin/detail/panel-section.tsx'
import { EditInPlace } from '#web/admin/form/edit-in-place.tsx'
import { OrderStatusFields, useOrderEdit } from '#web/admin/orders/order-edit.tsx'
import type { KnownOrder } from '#web/api/adapt/order.ts'

type StatusSectionProps = { order: KnownOrder; refetchRow: () => Promise<KnownOrder | undefined> }

export function StatusSection({ order, refetchRow }: StatusSectionProps) {
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
