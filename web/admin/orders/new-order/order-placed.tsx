import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { formatOrderNumber } from '#contract/order-number.ts'
import type { PhoneOrderPlaced } from '#contract/staff/phone-orders.ts'
import { CopyLink } from '#web/admin/orders/copy-link.tsx'
import { staffPaths } from '#web/admin/staff-paths.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card, CardBody } from '#web/ui/card.tsx'

type OrderPlacedProps = { placed: PhoneOrderPlaced; onNext: () => void }

/** The result of a new order: what happened to the payment and what staff can do next. */
export function OrderPlaced({ placed, onNext }: OrderPlacedProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Card>
      <CardBody className="flex flex-col gap-5">
        <div className="flex items-start gap-3">
          <CircleCheck aria-hidden className="mt-1 size-6 shrink-0 text-success" />
          <div>
            <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
              Order {formatOrderNumber(placed.orderId)} placed
            </h2>
            <p className="mt-1 text-muted">{resultText(placed)}</p>
          </div>
        </div>
        {placed.warning ? <Alert tone="warning">{placed.warning}</Alert> : null}
        {placed.payUrl ? (
          <CopyLink label={placed.needsTerms ? 'Terms link' : 'Pay link'} url={placed.payUrl} />
        ) : null}
        <div className="flex flex-wrap gap-3">
          <SiteLink href={staffPaths.order(placed.orderId)} className={buttonClass('primary')}>
            View order
          </SiteLink>
          <Button variant="secondary" onClick={onNext}>
            New order
          </Button>
        </div>
      </CardBody>
    </Card>
  )
}

function resultText({ charge, paymentStatus, payUrl, needsTerms }: PhoneOrderPlaced): string {
  if (charge === 'unknown') {
    return "The bank hasn't answered yet. The order updates automatically. Don't charge it again."
  }
  if (charge === 'declined') {
    return payUrl
      ? "We couldn't charge the card. We emailed the customer a pay link."
      : "We couldn't charge the card. We cancelled the order because it's too late for a pay link."
  }
  if (paymentStatus === 'paid') return 'We charged the saved card and emailed the customer.'
  if (paymentStatus === 'covered') return 'Account credit paid for it. We emailed the customer.'
  if (needsTerms) return 'We emailed a link to accept the terms. You can also copy it here.'
  if (paymentStatus === 'due') {
    return 'The order is confirmed. We emailed the customer what is due.'
  }
  return 'We emailed the customer a pay link. You can also copy it here.'
}
