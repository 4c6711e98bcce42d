import { Part } from '#web/admin/detail/part.tsx'
import { EditInPlace } from '#web/admin/form/edit-in-place.tsx'
import { OrderStatusFields, useOrderEdit } from '#web/admin/orders/order-edit.tsx'
import type { KnownOrder } from '#web/api/adapt/order.ts'

type StatusPartProps = { order: KnownOrder; findNow: () => Promise<KnownOrder | undefined> }

export function StatusPart({ order, findNow }: StatusPartProps) {
  const { form, submit, isTouched, isPending, changes, discard } = useOrderEdit({
    order,
    findNow,
    isFollowing: true,
    onDone: () => undefined,
  })
  return (
    <Part title="Status">
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
    </Part>
  )
}
