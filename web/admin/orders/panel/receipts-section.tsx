import { useQuery } from '@tanstack/react-query'
import { PanelSection } from '#web/admin/detail/panel-section.tsx'
import { useHasPermission } from '#web/admin/layout/use-can.ts'
import { staffReceiptPhotoUrl, staffReceiptsQuery } from '#web/api/receipts/staff-receipts.ts'
import { ReceiptList } from '#web/shared/receipts/receipt-list.tsx'

/** What the customer was told about the delivery. Hidden if nobody counted at the door. */
export function ReceiptsSection({ orderId }: { orderId: string }) {
  const enabled = useHasPermission('orders.read')
  const { data, isError, refetch } = useQuery({ ...staffReceiptsQuery(orderId), enabled })
  if (!isError && !data?.length) return null
  return (
    <PanelSection title="Receipt">
      <ReceiptList
        receipts={data}
        onRetry={() => void refetch()}
        photoUrl={(sha256) => staffReceiptPhotoUrl(orderId, sha256)}
        isForStaff
      />
    </PanelSection>
  )
}
