import { useRef } from 'react'
import { amountToCents, formatCents } from '#contract/money.ts'
import { formatOrderNumber } from '#contract/order-number.ts'
import type { KnownCustomerOrder } from '#web/api/adapt/order.ts'
import { Problems } from '#web/customer/orders/problems/problems.tsx'
import { paths } from '#web/paths.ts'
import { formatDay } from '#web/shared/instant.ts'
import { orderOutcome } from '#web/shared/orders/order-outcome.ts'
import { OrderLines, PriceSummary } from '#web/shared/orders/order-summary.tsx'
import { orderView } from '#web/shared/orders/order-view.ts'
import { paymentTermsText } from '#web/shared/orders/payment-terms.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { PaymentStatusBadge } from '#web/shared/status-badge.tsx'
import { OrderTracking } from '#web/shared/tracking/order-tracking.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Sheet } from '#web/ui/overlay/sheet.tsx'
import { OwnReceipts } from './own-receipts.tsx'
import { Section } from './section.tsx'
import { UndeliveredRefund } from './undelivered-refund.tsx'
import { useLiveOrderInList } from './use-live-order-in-list.ts'

type OrderSheetProps = {
  order: KnownCustomerOrder | undefined
  /** Whether the form that reports a problem opens with it. */
  startsReport: boolean
  onReportClosed: () => void
  onClose: () => void
}

type OrderDetailProps = {
  order: KnownCustomerOrder
  report: Pick<OrderSheetProps, 'startsReport' | 'onReportClosed'>
}

/** Details of one order, in a side panel. */
export function OrderSheet({ order, onClose, ...report }: OrderSheetProps) {
  // Keeps the last order rendered during the closing animation.
  const lastOrder = useRef(order)
  if (order) lastOrder.current = order
  const visible = order ?? lastOrder.current
  return (
    <Sheet
      open={order !== undefined}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose()
      }}
      title={`Order ${visible ? formatOrderNumber(visible.id) : ''}`}
      {...(visible?.createdAt ? { description: `Ordered on ${formatDay(visible.createdAt)}` } : {})}
    >
      {visible ? <OrderDetail key={visible.id} order={visible} report={report} /> : null}
    </Sheet>
  )
}

function OrderDetail({ order, report }: OrderDetailProps) {
  const { connection, tracking } = useLiveOrderInList(order.id)
  const view = orderView(order)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll the panel from here
    <section aria-label="Order details" tabIndex={0} className="flex flex-col gap-7 rounded-lg">
      <OrderTracking order={{ ...order, tracking }} connection={connection} />
      <OwnReceipts order={order} />
      <UndeliveredRefund order={order} />
      {view.subscriptionNumber ? (
        <p className="text-sm">
          Part of{' '}
          <SiteLink
            href={paths.customerSubscriptions()}
            className="font-semibold text-action-strong underline"
          >
            Subscription #{view.subscriptionNumber}
          </SiteLink>
        </p>
      ) : null}
      <Section title="Items">
        {view.lines.length > 0 ? (
          <>
            <OrderLines lines={view.lines} />
            <hr className="border-line" />
          </>
        ) : null}
        <PriceSummary price={view.price} totalLabel="Total" />
      </Section>
      {view.address.length > 0 ? (
        <Section title="Delivery Address">
          <address className="wrap-anywhere not-italic">
            {view.name ? <p>{view.name}</p> : null}
            {view.address.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </address>
        </Section>
      ) : null}
      <Payment order={order} />
      <Problems order={order} {...report} />
    </section>
  )
}

/** Hidden if the backend returns no payment status. */
function Payment({ order }: { order: KnownCustomerOrder }) {
  const asCreditCents = amountToCents(order.refundedAsCredit ?? '') ?? 0
  const refundedCents = (amountToCents(order.refunded ?? '') ?? 0) - asCreditCents
  if (!order.paymentStatus) return null
  return (
    <Section title="Payment">
      <p className="flex flex-wrap items-center gap-3">
        {orderOutcome(order) === 'scheduled' ? (
          <Badge tone="info">Payment scheduled</Badge>
        ) : (
          <PaymentStatusBadge status={order.paymentStatus} />
        )}
        {order.paymentStatus === 'due' ? <span>{paymentTermsText(order)}</span> : null}
        {order.paidAt ? <span>Paid on {formatDay(order.paidAt)}</span> : null}
      </p>
      {refundedCents > 0 ? (
        <p>
          We refunded <strong className="tabular-nums">{formatCents(refundedCents)}</strong> to your
          card. It can take 5-7 business days to appear.
        </p>
      ) : null}
      {asCreditCents > 0 ? (
        <p>
          We refunded <strong className="tabular-nums">{formatCents(asCreditCents)}</strong> as
          account credit.
        </p>
      ) : null}
    </Section>
  )
}
