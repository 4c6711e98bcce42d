import { Package } from 'lucide-react'
import { useState } from 'react'
import { apiPaths } from '#contract/paths.ts'
import { AdminLayout } from '#web/admin/layout/admin-layout.tsx'
import { ListBody } from '#web/admin/list/list-body.tsx'
import { ListToolbar } from '#web/admin/list/list-toolbar.tsx'
import { useList } from '#web/admin/list/use-list.ts'
import type { OrderAnswer } from '#web/api/orders.ts'
import { staffOrdersQuery } from '#web/api/staff.ts'
import { PageHeading } from '#web/shared/page-heading.tsx'
import { OrderDialog } from './order-dialog.tsx'
import { orderStatusOptions, plainOrderStatus } from './order-statuses.ts'
import { OrdersTable } from './orders-table.tsx'

export default function OrdersPage() {
  return (
    <AdminLayout>
      <PageHeading title="Orders" text="Every order, newest first." />
      <Orders />
    </AdminLayout>
  )
}

const statuses = orderStatusOptions.map(({ value }) => value)

const wordsOf = (order: OrderAnswer) => [
  order.id,
  order.customer?.email,
  order.customerEmail,
  order.customerName,
  order.deliveryAddress,
]

function Orders() {
  const list = useList({
    query: staffOrdersQuery,
    statuses,
    statusOf: ({ status }) => plainOrderStatus(status),
    wordsOf,
  })
  const [edited, setEdited] = useState<OrderAnswer>()
  return (
    <>
      <ListToolbar
        list={list}
        exportPath={apiPaths.adminOrdersCsv}
        search={{ label: 'Search orders', placeholder: 'Number, name, email or address' }}
        filter={{ label: 'Filter orders', allLabel: 'All Orders', options: orderStatusOptions }}
      />
      <ListBody list={list} noun={['order', 'orders']} icon={Package} empty="No orders found">
        {(orders) => <OrdersTable orders={orders} onEdit={setEdited} />}
      </ListBody>
      {edited ? (
        <OrderDialog
          key={edited.id}
          order={edited}
          findNow={list.findNow}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
    </>
  )
}
