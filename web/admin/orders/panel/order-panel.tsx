import { useQuery } from '@tanstack/react-query'
import { CloudAlert, PackageX } from 'lucide-react'
import { useCallback } from 'react'
import { formatOrderNumber } from '#contract/order-number.ts'
import { CasesSection } from '#web/admin/cases/cases-section.tsx'
import { DetailPanel } from '#web/admin/detail/detail-panel.tsx'
import { DetailUnavailable } from '#web/admin/detail/detail-unavailable.tsx'
import { HistorySection } from '#web/admin/detail/history-section.tsx'
import { PartialLoadError } from '#web/admin/detail/partial-load-error.tsx'
import type { Panel } from '#web/admin/detail/use-panel.ts'
import { useStickyError } from '#web/admin/detail/use-sticky-error.ts'
import { useRefreshLists } from '#web/admin/list/use-refresh-lists.ts'
import { OrderPoint } from '#web/admin/points/point-sections.tsx'
import type { KnownOrderDetail } from '#web/api/adapt/detail.ts'
import type { KnownOrder } from '#web/api/adapt/order.ts'
import { hasStatus } from '#web/api/failures.ts'
import { noOrderDetail, orderDetailQuery } from '#web/api/staff/backoffice.ts'
import { formatDateTime } from '#web/shared/instant.ts'
import { useOrderEvents } from '#web/shared/orders/use-live-order.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { DeliverySection } from './delivery-section.tsx'
import { EmailsSection } from './emails-section.tsx'
import { ItemsSection } from './items-section.tsx'
import { PaymentSection } from './payment-section.tsx'
import { ReceiptsSection } from './receipts-section.tsx'
import { StatusSection } from './status-section.tsx'
import { SubscriptionSection } from './subscription-section.tsx'

type OrderPanelProps = {
  panel: Panel
  /** The list's row, shown until the details are loaded. */
  row: KnownOrder | undefined
}

export function OrderPanel({ panel, row }: OrderPanelProps) {
  const id = panel.openId
  return (
    <DetailPanel
      id={id}
      title={`Order ${formatOrderNumber(id)}`}
      description={row?.createdAt ? `Placed on ${formatDateTime(row.createdAt)}` : undefined}
      onClose={panel.close}
    >
      {id ? <OrderDetail key={id} id={id} row={row} /> : null}
    </DetailPanel>
  )
}

function OrderDetail({ id, row }: { id: string; row: KnownOrder | undefined }) {
  const { data, error, refetch } = useQuery(orderDetailQuery(id))
  useRefreshOnEvents(id, data?.order !== undefined)
  const failure = useStickyError(error, data !== undefined)
  const order = data?.order ?? (data || failure ? row : undefined)
  const refetchRow = useCallback(async () => (await refetch()).data?.order, [refetch])

  if (order) {
    return (
      <div className="flex flex-col gap-6">
        <PartialLoadError error={failure} onRetry={() => void refetch()} />
        <OrderSections order={order} detail={data ?? noOrderDetail} refetchRow={refetchRow} />
      </div>
    )
  }
  if (error && hasStatus(error, 404)) {
    return <DetailUnavailable icon={PackageX} text="Order not found" />
  }
  if (error || data) {
    return (
      <DetailUnavailable
        icon={CloudAlert}
        text="Failed to load this order"
        error={error}
        onRetry={() => void refetch()}
      />
    )
  }
  return (
    <div aria-busy aria-label="Loading order" role="status" className="flex flex-col gap-4">
      <Skeleton className="h-12" />
      <Skeleton className="h-28" />
      <Skeleton className="h-28" />
    </div>
  )
}

type OrderSectionsProps = {
  order: KnownOrder
  detail: KnownOrderDetail
  refetchRow: () => Promise<KnownOrder | undefined>
}

function OrderSections({ order, detail, refetchRow }: OrderSectionsProps) {
  return (
    <>
      <StatusSection order={order} refetchRow={refetchRow} />
      <ItemsSection order={order} />
      <DeliverySection
        order={order}
        schedules={detail.schedules}
        deliveryNotes={detail.subscription?.deliveryNotes}
      />
      <ReceiptsSection orderId={order.id} />
      <OrderPoint orderId={order.id} />
      <PaymentSection order={order} detail={detail} />
      <CasesSection owner={{ order: order.id }} />
      <SubscriptionSection
        subscription={detail.subscription}
        paysBy={order.paymentTerms === 'invoice' ? 'invoice' : 'card'}
      />
      <EmailsSection emails={detail.emails} />
      <HistorySection history={detail.history} />
    </>
  )
}

/** Refreshes when the order changes elsewhere, for example its delivery or payment. */
function useRefreshOnEvents(id: string, isWatched: boolean) {
  const refreshLists = useRefreshLists()
  const onState = useCallback(() => void refreshLists(), [refreshLists])
  useOrderEvents(id, isWatched, onState)
}
