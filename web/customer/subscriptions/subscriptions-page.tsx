import { useQuery } from '@tanstack/react-query'
import { Repeat } from 'lucide-react'
import { useState } from 'react'
import { customerOrdersQuery } from '#web/api/customer.ts'
import { BrowseProducts } from '#web/customer/layout/browse-products.tsx'
import { CustomerLayout } from '#web/customer/layout/customer-layout.tsx'
import { LoadError } from '#web/shared/load-error.tsx'
import { PageHeading } from '#web/shared/page-heading.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadingList } from '#web/ui/loading-list.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { SubscriptionCard } from './subscription-card.tsx'

export default function SubscriptionsPage() {
  return (
    <CustomerLayout>
      <PageHeading title="Subscriptions" text="Your recurring deliveries, 15% off every time." />
      <Subscriptions />
    </CustomerLayout>
  )
}

function Subscriptions() {
  const { data: orders, error, refetch } = useQuery(customerOrdersQuery)
  const [toCancelId, setToCancelId] = useState<string>()
  // The first order of a subscription is the subscription (decision 14).
  const subscriptions = orders?.filter((order) => order.isRecurring)

  if (subscriptions?.length === 0) {
    return (
      <EmptyState
        icon={Repeat}
        title="No active subscriptions"
        text="Set up a recurring delivery to save 15% on every order"
        action={<BrowseProducts />}
      />
    )
  }
  if (subscriptions) {
    return (
      <>
        <div className="grid gap-6 xl:grid-cols-2">
          {subscriptions.map((order) => (
            <SubscriptionCard
              key={order.id}
              order={order}
              onCancel={() => setToCancelId(order.id)}
            />
          ))}
        </div>
        <CancelDialog
          order={subscriptions.find(({ id }) => id === toCancelId)}
          onClose={() => setToCancelId(undefined)}
        />
      </>
    )
  }
  if (error) {
    return (
      <LoadError
        title="Error Loading Subscriptions"
        text="Failed to load subscriptions"
        error={error}
        onRetry={() => void refetch()}
      />
    )
  }
  return <LoadingList label="Loading subscriptions" />
}
