import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatOrderNumber } from '#contract/order-number.ts'
import { hasStatus } from '#web/api/failures.ts'
import { orderQuery } from '#web/api/orders.ts'
import { useLiveOrder } from '#web/shared/orders/use-live-order.ts'
import { OrderTracking } from '#web/shared/tracking/order-tracking.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Sheet } from '#web/ui/overlay/sheet.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { TrackedReceipts } from './tracked-receipts.tsx'

type TrackingPanelProps = { orderId: string; onClose: () => void }

/** Live tracking of an order in a panel on the home page (rule 23). */
export function TrackingPanel({ orderId, onClose }: TrackingPanelProps) {
  const [isOpen, setIsOpen] = useState(true)
  const { data: order, error, refetch } = useQuery(orderQuery(orderId))
  const connection = useLiveOrder(orderId, order !== undefined)
  return (
    <Sheet
      open={isOpen}
      onOpenChange={(open) => {
        setIsOpen(open)
        if (!open) onClose()
      }}
      title="Track Order"
      description={`Order number ${formatOrderNumber(orderId)}`}
    >
      {order ? (
        <>
          <OrderTracking order={order} connection={connection} />
          <TrackedReceipts order={order} />
        </>
      ) : error ? (
        <TrackingLoadError error={error} onRetry={() => void refetch()} />
      ) : (
        <Spinner label="Loading your order" showLabel />
      )}
    </Sheet>
  )
}

function TrackingLoadError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  if (hasStatus(error, 404)) return <p>We couldn't find this order.</p>
  return (
    <Alert
      tone="danger"
      title="We couldn't load this order"
      action={
        <Button variant="secondary" size="small" onClick={onRetry}>
          Try again
        </Button>
      }
    />
  )
}
