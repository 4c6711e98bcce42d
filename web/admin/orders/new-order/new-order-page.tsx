import { useState } from 'react'
import type { PhoneOrderPlaced } from '#contract/staff/phone-orders.ts'
import { AdminLayout } from '#web/admin/layout/admin-layout.tsx'
import { useCan } from '#web/admin/layout/use-can.ts'
import { paths } from '#web/paths.ts'
import { PageHeading } from '#web/shared/portal/page-heading.tsx'
import { SiteLink } from '#web/shared/site-link.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { NewOrderForm } from './new-order-form.tsx'
import { OrderPlaced } from './order-placed.tsx'

export default function NewOrderPage() {
  return (
    <AdminLayout>
      <PageHeading
        title="New order"
        text="Enter an order for a customer on the phone."
        action={
          <SiteLink href={paths.adminOrders()} className={buttonClass('secondary')}>
            All orders
          </SiteLink>
        }
      />
      <NewOrder />
    </AdminLayout>
  )
}

function NewOrder() {
  const canWrite = useCan()('orders.write')
  const [placed, setPlaced] = useState<PhoneOrderPlaced>()
  // A new form has a new request id, so that the next order is another one.
  const [round, setRound] = useState(0)
  if (!canWrite) {
    return <Alert title="You can't place orders">Ask an owner of the shop for another role.</Alert>
  }
  if (placed) {
    return (
      <OrderPlaced
        placed={placed}
        onNext={() => {
          setPlaced(undefined)
          setRound(round + 1)
        }}
      />
    )
  }
  return <NewOrderForm key={round} onPlaced={setPlaced} />
}
