import { useQuery } from '@tanstack/react-query'
import { PanelSection } from '#web/admin/detail/panel-section.tsx'
import { useHasPermission } from '#web/admin/layout/use-can.ts'
import { staffReceiptPhotoUrl, staffReceiptsQuery } from '#web/api/receipts/staff-receipts.ts'
import { ReceiptList } from '#web/shared/receipts/receipt-list.tsx'
import { FailedVisit } from './failed-visit.tsx'

/** What happened at the door and what the customer was sent. Hidden until a driver was there. */
export function ReceiptsSection({ orderId }: { orderId: string }) {
  const enabled = useHasPermission('orders.read')
  const { data, isError, refetch } = useQuery({ ...staffReceiptsQuery(orderId), enabled })
  if (!isError && !data?.length) return null
  return (
    <PanelSection title="Visits">
      {data
        ?.filter(({ failureReason }) => failureReason)
        .map((visit) => (
          <FailedVisit key={visit.id} orderId={orderId} visit={visit} />
        ))}
      <ReceiptList
        receipts={data?.filter(({ failureReason }) => !failureReason)}
        onRetry={() => void refetch()}
        photoUrl={(sha256) => staffReceiptPhotoUrl(orderId, sha256)}
        isForStaff
      />
    </PanelSection>
  )
}
