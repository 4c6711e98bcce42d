import { Package, Plus } from 'lucide-react'
import { useState } from 'react'
import { pageRoutes } from '#contract/pages.ts'
import { apiPaths } from '#contract/paths.ts'
import { type OrderAttentionReason, orderAttentionReasons } from '#contract/staff/listing.ts'
import { useSelection } from '#web/admin/bulk/use-selection.ts'
import { usePanel } from '#web/admin/detail/use-panel.ts'
import { WithPanel } from '#web/admin/detail/with-panel.tsx'
import { AdminLayout } from '#web/admin/layout/admin-layout.tsx'
import { useCan } from '#web/admin/layout/use-can.ts'
import { ListBody } from '#web/admin/list/list-body.tsx'
import { ListChips } from '#web/admin/list/list-chips.tsx'
import { ascAndDesc, byCreatedAt, type SortOption } from '#web/admin/list/list-sorts.ts'
import { ListToolbar } from '#web/admin/list/list-toolbar.tsx'
import { useList } from '#web/admin/list/use-list.ts'
import { useSorting } from '#web/admin/list/use-sorting.ts'
import type { KnownOrder } from '#web/api/adapt/order.ts'
import { staffOrdersQuery } from '#web/api/staff/staff.ts'
import { PageHeading } from '#web/shared/portal/page-heading.tsx'
import { SiteLink } from '#web/shared/site-link.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { OrderDialog } from './order-dialog.tsx'
import { normalizeOrderStatus, orderStatusOptions } from './order-statuses.ts'
import { OrdersBulk } from './orders-bulk.tsx'
import { OrdersTable } from './orders-table.tsx'
import { OrderPanel } from './panel/order-panel.tsx'

export default function OrdersPage() {
  return (
    <AdminLayout>
      <OrdersHeading />
      <Orders />
    </AdminLayout>
  )
}

function OrdersHeading() {
  const canWrite = useCan()('orders.write')
  const newOrder = (
    <SiteLink href={pageRoutes.adminNewOrder} className={buttonClass('primary')}>
      <Plus aria-hidden className="size-4.5" />
      New order
    </SiteLink>
  )
  return (
    <PageHeading
      title="Orders"
      text="Select an order to view its details."
      hasTimes
      {...(canWrite && { action: newOrder })}
    />
  )
}

const statuses = orderStatusOptions.map(({ value }) => value)

const attentionLabels: Record<OrderAttentionReason, string> = {
  unscheduled: 'unscheduled',
  failedDelivery: 'failed delivery',
  failedPayment: 'failed payment',
  failedRefund: 'failed refund',
  disputed: 'disputed payment',
  fraudWarning: 'fraud warning',
  overdueInvoice: 'overdue invoice',
}

const sorts: readonly SortOption<KnownOrder>[] = [
  ...byCreatedAt(),
  ...ascAndDesc({
    value: 'delivery',
    column: 'Delivery Date',
    labels: ['Delivery date, soonest', 'Delivery date, latest'],
    sortKey: ({ deliveryDate }: KnownOrder) => deliveryDate?.slice(0, 10),
  }),
]

const searchFields = (order: KnownOrder) => [
  order.id,
  order.customer?.email,
  order.customerEmail,
  order.customerName,
  order.deliveryAddress,
]

/** Checks the filters that a row has the data for; the server applies the others. */
function matchesView(
  order: KnownOrder,
  { attention, due }: { attention?: string; due?: string },
): boolean {
  if (due && order.deliveryDate && order.deliveryDate.slice(0, 10) !== due) return false
  if (attention === 'failedDelivery') return order.deliveryStatus === 'failed'
  return attention !== 'failedPayment' || !order.paymentStatus || order.paymentStatus === 'failed'
}

function Orders() {
  const list = useList({
    query: staffOrdersQuery,
    statuses,
    getStatus: ({ status }) => normalizeOrderStatus(status),
    attentionReasons: orderAttentionReasons,
    hasDateFilters: true,
    sorts,
    searchFields,
    matchesView,
  })
  const { getSorting } = useSorting(list)
  const panel = usePanel('order')
  const selection = useSelection(list.rows)
  const [edited, setEdited] = useState<KnownOrder>()
  return (
    <>
      <ListToolbar
        list={list}
        exportPath={apiPaths.adminOrdersCsv}
        search={{ label: 'Search orders', placeholder: 'Number, name, email or address' }}
        filter={{ label: 'Filter orders', allLabel: 'All Orders', options: orderStatusOptions }}
      />
      <ListChips list={list} attentionLabels={attentionLabels} />
      <WithPanel
        list={
          <ListBody list={list} noun={['order', 'orders']} icon={Package} empty="No orders found">
            {(orders) => (
              <>
                <OrdersBulk selection={selection} />
                <OrdersTable
                  orders={orders}
                  selection={selection}
                  panel={panel}
                  getSorting={getSorting}
                  onEdit={setEdited}
                />
              </>
            )}
          </ListBody>
        }
        panel={<OrderPanel panel={panel} row={list.rows?.find(({ id }) => id === panel.openId)} />}
      />
      {edited ? (
        <OrderDialog
          key={edited.id}
          order={edited}
          refetchRow={list.refetchRow}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
    </>
  )
}
