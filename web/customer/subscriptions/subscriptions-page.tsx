import { useQuery } from '@tanstack/react-query'
import { Repeat } from 'lucide-react'
import { useState } from 'react'
import type { KnownCustomerOrder } from '#web/api/adapt/order.ts'
import { customerOrdersQuery } from '#web/api/customer.ts'
import { subscriptionsQuery } from '#web/api/subscriptions.ts'
import { BrowseProducts } from '#web/customer/layout/browse-products.tsx'
import { CustomerLayout } from '#web/customer/layout/customer-layout.tsx'
import { LoadError } from '#web/shared/load-error.tsx'
import { PageHeading } from '#web/shared/portal/page-heading.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LoadingList } from '#web/ui/loading-list.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { ChangeDialogSwitch, type OpenDialog } from './changes/change-dialog-switch.tsx'
import { SubscriptionCard } from './subscription-card.tsx'

export default function SubscriptionsPage() {
  return (
    <CustomerLayout>
      <PageHeading
        title="Subscriptions"
        text="Manage your recurring deliveries. Save 15% on every order."
        hasTimes
      />
      <Subscriptions />
    </CustomerLayout>
  )
}

function Subscriptions() {
  const { data: orders, error, refetch } = useQuery(customerOrdersQuery)
  // A subscription is identified by its first order (rule 14).
  const recurring = orders?.filter((order) => order.isRecurring)

  if (recurring?.length === 0) {
    return (
      <EmptyState
        icon={Repeat}
        title="No active subscriptions"
        text="Set up a recurring delivery to save 15% on every order"
        action={<BrowseProducts />}
      />
    )
  }
  if (recurring) return <Cards orders={recurring} />
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

/** A link in a reminder opens the dialog in which products are swapped (rule 31). */
function requestedDialog(): { id: string; dialog: OpenDialog } | undefined {
  const id = new URLSearchParams(window.location.search).get('change')
  return id ? { id, dialog: { type: 'products' } } : undefined
}

function Cards({ orders }: { orders: readonly KnownCustomerOrder[] }) {
  const { data: subscriptions, error, refetch } = useQuery(subscriptionsQuery)
  const [toCancelId, setToCancelId] = useState<string>()
  const [open, setOpen] = useState<{ id: string; dialog: OpenDialog } | undefined>(requestedDialog)
  const findSubscription = (orderId: string | undefined) =>
    subscriptions?.find(({ id }) => id === orderId)
  const toChange = findSubscription(open?.id)
  return (
    <>
      {error ? (
        <Alert
          tone="warning"
          className="mb-6"
          title="We couldn't load your upcoming deliveries"
          action={
            <Button variant="secondary" size="small" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        />
      ) : null}
      <div className={subscriptions?.length ? 'grid gap-6' : 'grid gap-6 xl:grid-cols-2'}>
        {orders.map((order) => (
          <SubscriptionCard
            key={order.id}
            order={order}
            subscription={findSubscription(order.id)}
            onOpenDialog={(dialog) => setOpen({ id: order.id, dialog })}
            onCancel={() => setToCancelId(order.id)}
          />
        ))}
      </div>
      {toChange && open ? (
        <ChangeDialogSwitch
          subscription={toChange}
          dialog={open.dialog}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
      <CancelDialog
        order={orders.find(({ id }) => id === toCancelId)}
        subscription={findSubscription(toCancelId)}
        onClose={() => setToCancelId(undefined)}
      />
    </>
  )
}
