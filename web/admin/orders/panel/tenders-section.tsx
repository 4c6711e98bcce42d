import { useState } from 'react'
import { amountToCents } from '#contract/money.ts'
import type { StaffTender } from '#contract/payments/tenders.ts'
import { useCan } from '#web/admin/layout/use-can.ts'
import { CopyLink } from '#web/admin/orders/copy-link.tsx'
import type { KnownOrderDetail } from '#web/api/adapt/detail.ts'
import type { KnownOrder } from '#web/api/adapt/order.ts'
import { paths } from '#web/paths.ts'
import { formatDateTime } from '#web/shared/instant.ts'
import { formatPrice, formatSigned } from '#web/shared/money.ts'
import { tenderMethods } from '#web/shared/orders/payment-terms.ts'
import { Button } from '#web/ui/button.tsx'
import { RecordTenderDialog } from './record-tender-dialog.tsx'
import { ReverseTenderDialog } from './reverse-tender-dialog.tsx'

type TendersSectionProps = { order: KnownOrder; detail: KnownOrderDetail }

/** Cash, checks and transfers of a phone order, or its pay link (rule 39). */
export function TendersSection({ order, detail }: TendersSectionProps) {
  const [isRecording, setIsRecording] = useState(false)
  const [reversed, setReversed] = useState<StaffTender>()
  const canRecord = useCan()('orders.write')
  const canReverse = useCan()('refunds.create')
  const { tenders, due } = detail
  const isLink =
    order.channel === 'phone' && order.paymentStatus === 'pending' && order.status !== 'cancelled'
  const isDue = (amountToCents(due) ?? 0) > 0
  const reversedIds = new Set(tenders.map(({ reversesId }) => reversesId))
  return (
    <>
      {isLink ? (
        <CopyLink
          label="Pay link"
          url={new URL(paths.pay(order.id), window.location.origin).href}
        />
      ) : null}
      {tenders.length > 0 ? (
        <ul aria-label="Payments received" className="flex flex-col gap-2">
          {tenders.map((tender) => (
            <TenderItem
              key={tender.id}
              tender={tender}
              onReverse={
                canReverse && tender.reversesId === null && !reversedIds.has(tender.id)
                  ? () => setReversed(tender)
                  : undefined
              }
            />
          ))}
        </ul>
      ) : null}
      {isDue ? (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="font-semibold">
            Still due: <span className="tabular-nums">{formatPrice(due)}</span>
          </p>
          {canRecord ? (
            <Button size="small" onClick={() => setIsRecording(true)}>
              Record payment
            </Button>
          ) : null}
        </div>
      ) : null}
      {isRecording ? (
        <RecordTenderDialog orderId={order.id} due={due} onClose={() => setIsRecording(false)} />
      ) : null}
      {reversed ? (
        <ReverseTenderDialog
          orderId={order.id}
          tender={reversed}
          onClose={() => setReversed(undefined)}
        />
      ) : null}
    </>
  )
}

type TenderItemProps = { tender: StaffTender; onReverse: (() => void) | undefined }

function TenderItem({ tender, onReverse }: TenderItemProps) {
  const { method, amount, reference, reversesId, recordedBy, createdAt } = tender
  const title = reversesId ? `${tenderMethods[method]} reversed` : tenderMethods[method]
  return (
    <li className="rounded-control bg-surface-soft px-3.5 py-2.5 text-sm">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="wrap-anywhere font-semibold">
          {[title, reference].filter(Boolean).join(' · ')}
        </span>
        <span className="font-semibold tabular-nums">{formatSigned(amount)}</span>
      </p>
      <p className="wrap-anywhere text-muted">
        {recordedBy}, {formatDateTime(createdAt)}
      </p>
      {onReverse ? (
        <Button variant="secondary" size="small" className="mt-2" onClick={onReverse}>
          Reverse payment
        </Button>
      ) : null}
    </li>
  )
}
