import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { amountToCents } from '#contract/money.ts'
import { DetailList, PanelSection } from '#web/admin/detail/panel-section.tsx'
import { useCan } from '#web/admin/layout/use-can.ts'
import type { KnownOrderDetail } from '#web/api/adapt/detail.ts'
import type { KnownOrder } from '#web/api/adapt/order.ts'
import { formatDateTime } from '#web/shared/instant.ts'
import { formatPrice } from '#web/shared/money.ts'
import { paymentTermsText } from '#web/shared/orders/payment-terms.ts'
import { type BadgeStyle, PaymentStatusBadge, StatusBadge } from '#web/shared/status-badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { DisputeList, FraudWarningList } from './dispute-list.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { TendersSection } from './tenders-section.tsx'
import { UndeliveredRefundChoice } from './undelivered-refund-choice.tsx'

type PaymentSectionProps = { order: KnownOrder; detail: KnownOrderDetail }

/** Read-only: the payment status always comes from the provider. */
export function PaymentSection({ order, detail }: PaymentSectionProps) {
  const [isRefunding, setIsRefunding] = useState(false)
  const canRefund = useCan()('refunds.create')
  const { paid, refunded, refundable, refunds, invoiceNumber, disputes, fraudWarnings } = detail
  const refundableCents = amountToCents(refundable) ?? 0
  if (!order.paymentStatus && !invoiceNumber) return null
  return (
    <PanelSection
      title="Payment"
      action={
        refundableCents > 0 && canRefund ? (
          <Button variant="secondary" size="small" onClick={() => setIsRefunding(true)}>
            <Undo2 aria-hidden className="size-4" />
            Refund
          </Button>
        ) : null
      }
    >
      <DetailList
        fields={[
          ['Status', <PaymentStatusBadge key="status" status={order.paymentStatus} />],
          ['Invoice', invoiceNumber],
          ['Terms', paymentTermsText({ ...order, netDays: detail.netDays })],
          ['Paid', paid && `${formatPrice(paid.amount)}, ${formatDateTime(paid.at)}`],
          ['Payment ID', paid?.intentId],
          ['Paid with credit', order.credit && formatPrice(order.credit)],
          ['Refunded', (amountToCents(refunded) ?? 0) > 0 && formatPrice(refunded)],
        ]}
      />
      <TendersSection order={order} detail={detail} />
      <DisputeList disputes={disputes} />
      <FraudWarningList warnings={fraudWarnings} />
      {refunds.length > 0 ? <Refunds refunds={refunds} /> : null}
      <UndeliveredRefundChoice orderId={order.id} isRefunded={refunds.length > 0} />
      {paid && refundableCents === 0 ? (
        <p className="text-muted text-sm">Nothing left to refund.</p>
      ) : null}
      {isRefunding ? (
        <RefundDialog
          orderId={order.id}
          refundable={refundable}
          toCard={detail.refundableToCard}
          asTender={detail.refundableAsTender}
          asCredit={detail.refundableAsCredit}
          items={detail.refundableItems}
          onClose={() => setIsRefunding(false)}
        />
      ) : null}
    </PanelSection>
  )
}

const styles: Record<string, BadgeStyle> = {
  requested: ['Pending', 'info'],
  succeeded: ['Refunded', 'success'],
  failed: ['Failed', 'danger'],
}

function Refunds({ refunds }: { refunds: KnownOrderDetail['refunds'] }) {
  return (
    <ul aria-label="Refunds" className="flex flex-col gap-2">
      {refunds.map(({ id, amount, destination, items, reason, status, problem, createdAt }) => (
        <li key={id} className="rounded-control bg-surface-soft px-3.5 py-2.5 text-sm">
          <p className="flex flex-wrap items-center justify-between gap-2">
            <span className="font-semibold tabular-nums">
              {formatPrice(amount)}
              {destination === 'credit'
                ? ' as credit'
                : destination === 'tender'
                  ? ' paid back'
                  : ''}
            </span>
            <StatusBadge styles={styles} status={status} />
          </p>
          {items?.length ? (
            <p className="wrap-anywhere">
              {items.map(({ quantity, label }) => `${quantity} × ${label}`).join(', ')}
            </p>
          ) : null}
          <p className="wrap-anywhere">{reason}</p>
          <p className="text-muted">{formatDateTime(createdAt)}</p>
          {status === 'failed' ? (
            <p className="font-medium text-danger wrap-anywhere">
              {problem ?? 'The payment provider rejected this refund.'} The customer hasn't been
              paid back.
            </p>
          ) : null}
          {status === 'requested' && problem ? (
            <p className="wrap-anywhere text-muted">{problem} We'll try again automatically.</p>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
