import { useQuery } from '@tanstack/react-query'
import { Package, PackageSearch } from 'lucide-react'
import { useState } from 'react'
import { customerOrdersQuery } from '#web/api/customer.ts'
import { BrowseProducts } from '#web/customer/layout/browse-products.tsx'
import { CustomerLayout } from '#web/customer/layout/customer-layout.tsx'
import { paths } from '#web/paths.ts'
import { LoadError } from '#web/shared/load-error.tsx'
import { PageHeading } from '#web/shared/portal/page-heading.tsx'
import { navigate, useSearch } from '#web/shared/router.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadingList } from '#web/ui/loading-list.tsx'
import { OrderSheet } from './order-sheet.tsx'
import { OrdersTable } from './orders-table.tsx'

export default function OrdersPage() {
  return (
    <CustomerLayout>
      <PageHeading title="Orders" text="Select an order to track it and see its items." hasTimes />
      <Orders />
    </CustomerLayout>
  )
}

function Orders() {
  const { data: orders, error, refetch } = useQuery(customerOrdersQuery)
  // Emails link to one order, or to the form that reports a problem with it.
  const params = new URLSearchParams(useSearch())
  const reportId = params.get('report') ?? undefined
  const linkedId = reportId ?? params.get('order') ?? undefined
  const [openId, setOpenId] = useState(linkedId)
  const showAll = () => navigate(paths.customerOrders(), { replace: true })
  const isMissing = linkedId && orders && !orders.some(({ id }) => id === linkedId)

  if (isMissing) {
    return (
      <EmptyState
        icon={PackageSearch}
        title="We couldn't find this order"
        text="It may belong to another email address. Log in with the email you used for it."
        action={<Button onClick={showAll}>View all orders</Button>}
      />
    )
  }
  if (orders?.length === 0) {
    return (
      <EmptyState
        icon={Package}
        title="No orders yet"
        text="Your orders will appear here."
        action={<BrowseProducts />}
      />
    )
  }
  if (orders) {
    return (
      <>
        <Card className="overflow-hidden">
          <OrdersTable orders={orders} onOpen={setOpenId} />
        </Card>
        <OrderSheet
          order={orders.find(({ id }) => id === openId)}
          startsReport={openId !== undefined && openId === reportId}
          onReportClosed={() =>
            navigate(`${paths.customerOrders()}?order=${openId}`, { replace: true })
          }
          onClose={() => {
            setOpenId(undefined)
            if (linkedId) showAll()
          }}
        />
      </>
    )
  }
  if (error) {
    return (
      <LoadError
        title="Error Loading Orders"
        text="Failed to load orders"
        error={error}
        onRetry={() => void refetch()}
      />
    )
  }
  return <LoadingList label="Loading orders" />
}
