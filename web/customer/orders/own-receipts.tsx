import { useQuery } from '@tanstack/react-query'
import type { KnownCustomerOrder } from '#web/api/adapt/order.ts'
import { ownPhotoUrl, ownReceiptsQuery } from '#web/api/receipts/receipts.ts'
import { ReceiptList } from '#web/shared/receipts/receipt-list.tsx'
import { Section } from './section.tsx'

/** Bottles left and taken. Hidden until some were counted at the door. */
export function OwnReceipts({ order: { id, deliveryStatus } }: { order: KnownCustomerOrder }) {
  const enabled = deliveryStatus === 'delivered'
  const { data, isError, refetch } = useQuery({ ...ownReceiptsQuery(id), enabled })
  if (!enabled || (!isError && !data?.length)) return null
  return (
    <Section title="Receipt">
      <ReceiptList
        receipts={data}
        onRetry={() => void refetch()}
        photoUrl={(sha256) => ownPhotoUrl(id, sha256)}
      />
    </Section>
  )
}
