import { useQuery } from '@tanstack/react-query'
import type { KnownOrder } from '#web/api/adapt/order.ts'
import { linkedReceiptsQuery } from '#web/api/receipts/receipts.ts'
import { paths } from '#web/paths.ts'
import { ReceiptList } from '#web/shared/receipts/receipt-list.tsx'
import { SiteLink } from '#web/shared/site-link.tsx'

/** The receipt by the order's link: without photos, which need a login. */
export function TrackedReceipts({ order: { id, deliveryStatus } }: { order: KnownOrder }) {
  const enabled = deliveryStatus === 'delivered'
  const { data, isError, refetch } = useQuery({ ...linkedReceiptsQuery(id), enabled })
  if (!enabled || (!isError && !data?.length)) return null
  return (
    <section aria-label="Receipt" className="mt-7 flex flex-col gap-4 border-line border-t pt-6">
      <h3 className="text-base tracking-normal">Receipt</h3>
      <ReceiptList hasZone receipts={data} onRetry={() => void refetch()} />
      <p className="text-sm">
        Is something wrong?{' '}
        <SiteLink
          href={`${paths.customerOrders()}?report=${id}`}
          className="font-semibold text-action-strong underline"
        >
          Log in to report a problem
        </SiteLink>
      </p>
    </section>
  )
}
