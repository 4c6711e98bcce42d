import { useQuery } from '@tanstack/react-query'
import { CloudAlert, PackageX } from 'lucide-react'
import { useCallback } from 'react'
import { DetailMissing } from '#web/admin/detail/detail-missing.tsx'
import { DetailPanel } from '#web/admin/detail/detail-panel.tsx'
import { HistoryPart } from '#web/admin/detail/history-part.tsx'
import { RestMissing } from '#web/admin/detail/rest-missing.tsx'
import { useLastingError } from '#web/admin/detail/use-lasting-error.ts'
import type { Panel } from '#web/admin/detail/use-panel.ts'
import { useRefreshLists } from '#web/admin/list/use-refresh-lists.ts'
import { adaptOrderDetail, type KnownOrderDetail } from '#web/api/adapt/detail.ts'
import type { KnownOrder } from '#web/api/adapt/order.ts'
import { orderDetailQuery } from '#web/api/desk.ts'
import { hasStatus } from '#web/api/failures.ts'
import { formatMoment } from '#web/shared/instant.ts'
import { orderNumber } from '#web/shared/order-view.ts'
import { useOrderEvents } from '#web/shared/use-live-order.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { DeliveryPart } from './delivery-part.tsx'
import { ItemsPart } from './items-part.tsx'
import { MailsPart } from './mails-part.tsx'
import { PaymentPart } from './payment-part.tsx'
import { StatusPart } from './status-part.tsx'
import { SubscriptionPart } from './subscription-part.tsx'

type OrderPanelProps = {
  panel: Panel
  /** What the list knows of it: shown until there is more. */
  row: KnownOrder | undefined
}

export function OrderPanel({ panel, row }: OrderPanelProps) {
  const id = panel.shownId
  return (
    <DetailPanel
      id={id}
      title={`Order ${orderNumber(id)}`}
      description={row?.createdAt ? `Placed on ${formatMoment(row.createdAt)}` : undefined}
      onClose={panel.close}
    >
      {id ? <OrderDetail key={id} id={id} row={row} /> : null}
    </DetailPanel>
  )
}

function OrderDetail({ id, row }: { id: string; row: KnownOrder | undefined }) {
  const { data, error, refetch } = useQuery(orderDetailQuery(id))
  useRefreshOnEvents(id, data?.order !== undefined)
  const failure = useLastingError(error, data !== undefined)
  const order = data?.order ?? (data || failure ? row : undefined)
  const findNow = useCallback(async () => (await refetch()).data?.order, [refetch])

  if (order) {
    return (
      <div className="flex flex-col gap-6">
        <RestMissing error={failure} onRetry={() => void refetch()} />
        <OrderFacts order={order} detail={data ?? nothingTold} findNow={findNow} />
      </div>
    )
  }
  if (error && hasStatus(error, 404)) {
    return <DetailMissing icon={PackageX} text="This order is not there." />
  }
  if (error || data) {
    return (
      <DetailMissing
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

/** Where only the list knows the order. */
const nothingTold = adaptOrderDetail(undefined)

type OrderFactsProps = {
  order: KnownOrder
  detail: KnownOrderDetail
  findNow: () => Promise<KnownOrder | undefined>
}

function OrderFacts({ order, detail, findNow }: OrderFactsProps) {
  return (
    <>
      <StatusPart order={order} findNow={findNow} />
      <ItemsPart order={order} />
      <DeliveryPart order={order} schedules={detail.schedules} />
      <PaymentPart order={order} detail={detail} />
      <SubscriptionPart subscription={detail.subscription} />
      <MailsPart mails={detail.mails} />
      <HistoryPart history={detail.history} />
    </>
  )
}

/** What happens to it elsewhere, at the door or at the card, is seen here at once. */
function useRefreshOnEvents(id: string, isWatched: boolean) {
  const refreshLists = useRefreshLists()
  const onState = useCallback(() => void refreshLists(), [refreshLists])
  useOrderEvents(id, isWatched, onState)
}
