import { Printer } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { formatDate } from '#contract/dates/calendar.ts'
import type { KnownInvoice } from '#web/api/adapt/order.ts'
import { pageData } from '#web/api/page-data.ts'
import { BrandMark } from '#web/shared/brand.tsx'
import { formatDay } from '#web/shared/instant.ts'
import { formatSigned } from '#web/shared/money.ts'
import { paymentTermsText, tenderText } from '#web/shared/orders/payment-terms.ts'
import { OrderStatusBadge, PaymentStatusBadge } from '#web/shared/status-badge.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'
import { InvoiceItems } from './invoice-items.tsx'
import { type InvoiceView, invoiceView } from './invoice-view.ts'

type InvoiceCardProps = {
  invoice: KnownInvoice
  /** True while another invoice is being printed. */
  isHiddenInPrint?: boolean
  onPrint: () => void
}

/** An invoice on the page and in print. */
export function InvoiceCard({ invoice, isHiddenInPrint = false, onPrint }: InvoiceCardProps) {
  const id = useId()
  const view = invoiceView(invoice)
  return (
    <Card
      aria-labelledby={id}
      className={cx('invoice flex flex-col gap-7 p-5 sm:p-8', isHiddenInPrint && 'print:hidden')}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-5">
        <div className="min-w-0">
          <h2 id={id} className="wrap-anywhere text-xl sm:text-2xl">
            {view.isProForma ? 'Pro forma invoice' : 'Invoice'}{' '}
            <span className="tabular-nums">{invoice.invoiceNumber}</span>
          </h2>
          <p className="mt-1 text-muted">{formatDay(invoice.date)}</p>
          <InvoiceBadges invoice={invoice} view={view} />
        </div>
        <Button variant="secondary" onClick={onPrint} className="print:hidden max-sm:w-full">
          <Printer aria-hidden className="size-4" />
          Download
        </Button>
      </div>
      {view.isProForma ? (
        <p className="rounded-control bg-warning-soft px-4 py-3 text-sm text-warning">
          Pro forma invoice. You'll get a numbered invoice when your order is confirmed.
        </p>
      ) : null}
      <Parties invoice={invoice} />
      <InvoiceItems view={view} />
      <InvoicePayments invoice={invoice} />
    </Card>
  )
}

function InvoiceBadges({ invoice, view }: { invoice: KnownInvoice; view: InvoiceView }) {
  return (
    <p className="mt-3 flex flex-wrap gap-2">
      <OrderStatusBadge status={invoice.status} />
      <PaymentStatusBadge status={invoice.paymentStatus} />
      {view.recurring ? <Badge tone="aqua">{view.recurring}</Badge> : null}
    </p>
  )
}

/** 'Net 15, due Dec 1, 2026', then what was received. */
function InvoicePayments({ invoice }: { invoice: KnownInvoice }) {
  const terms = paymentTermsText(invoice)
  if (!terms) return null
  const isOpen = invoice.paymentStatus === 'due' && invoice.status !== 'cancelled'
  return (
    <div className="flex flex-col gap-1 border-line border-t pt-5">
      {isOpen ? <p className="font-semibold">{terms}</p> : null}
      {invoice.tenders.map((tender) => (
        <p key={tender.id} className="flex flex-wrap justify-between gap-x-4">
          <span className="wrap-anywhere">{tenderText(tender)}</span>
          <span className="font-semibold tabular-nums">{formatSigned(tender.amount)}</span>
        </p>
      ))}
    </div>
  )
}

function Parties({ invoice }: { invoice: KnownInvoice }) {
  const { shop } = pageData()
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(12.5rem,1fr))] gap-6 border-line border-y py-6 print:grid-cols-3">
      <Party name="From">
        <span className="flex items-center gap-1.5 font-semibold">
          <BrandMark className="size-5 shrink-0" />
          {shop.name}
        </span>
        <span>{shop.town}</span>
        <span>{shop.phone}</span>
        <span>{shop.email}</span>
      </Party>
      <Party name="Billed to">
        {invoice.customerName ? (
          <span className="font-semibold">{invoice.customerName}</span>
        ) : null}
        {invoice.customerEmail ? <span>{invoice.customerEmail}</span> : null}
      </Party>
      <Party name="Delivery">
        {invoice.deliveryAddress ? (
          <span className="whitespace-pre-line">{invoice.deliveryAddress}</span>
        ) : null}
        {invoice.deliveryDate ? (
          <span className="font-semibold">{formatDate(invoice.deliveryDate)}</span>
        ) : null}
      </Party>
    </dl>
  )
}

function Party({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="wrap-anywhere min-w-0">
      <dt className="mb-1.5 text-muted text-sm">{name}</dt>
      <dd className="flex flex-col gap-0.5">{children}</dd>
    </div>
  )
}
