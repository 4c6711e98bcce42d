import type { ReactNode } from 'react'
import { formatCents } from '#contract/money.ts'
import { amountDueCents } from '#contract/pricing.ts'
import type { PriceView, ProductLine } from './price-view.ts'

export type SummaryLine = Omit<ProductLine, 'size'>

/** The ordered items. */
export function OrderLines({ lines }: { lines: readonly SummaryLine[] }) {
  return (
    <ul className="flex flex-col gap-3">
      {lines.map(({ key, name, quantity, priceCents, lineCents }) => (
        <li key={key} className="flex items-baseline justify-between gap-4">
          <div className="min-w-0">
            <p className="wrap-anywhere font-semibold">{name}</p>
            <p className="text-muted text-sm">
              {formatCents(priceCents)} × {quantity}
            </p>
          </div>
          <p className="font-semibold tabular-nums">{formatCents(lineCents)}</p>
        </li>
      ))}
    </ul>
  )
}

type PriceSummaryProps = {
  price: PriceView
  /** Overrides the discount's label. */
  discountLabel?: string
  totalLabel: string
}

export function PriceSummary({ price, discountLabel, totalLabel }: PriceSummaryProps) {
  return (
    <dl className="flex flex-col gap-2.5">
      <PriceRow label="Subtotal">{formatCents(price.subtotalCents)}</PriceRow>
      {price.adjustments.map(({ kind, label, cents }) => (
        <PriceRow
          key={label}
          label={(kind === 'discount' && discountLabel) || label}
          className={kind === 'discount' ? 'text-success' : ''}
        >
          {formatCents(cents)}
        </PriceRow>
      ))}
      <PriceRow label="Delivery">
        <span className="font-bold text-success">FREE</span>
      </PriceRow>
      <div className="mt-1.5 flex items-baseline justify-between gap-4 border-line border-t pt-4">
        <dt className="font-bold">{totalLabel}</dt>
        <dd className="font-extrabold text-2xl tabular-nums tracking-tight">
          {formatCents(price.totalCents)}
        </dd>
      </div>
      {price.creditCents ? (
        <>
          <PriceRow label="Account credit" className="text-success">
            {formatCents(-price.creditCents)}
          </PriceRow>
          <PriceRow label="Amount due">{formatCents(amountDueCents(price))}</PriceRow>
        </>
      ) : null}
    </dl>
  )
}

type PriceRowProps = { label: string; className?: string; children: ReactNode }

function PriceRow({ label, className = '', children }: PriceRowProps) {
  return (
    <div className={`flex items-baseline justify-between gap-4 ${className}`}>
      <dt className={className ? 'font-medium' : 'text-muted'}>{label}</dt>
      <dd className="font-semibold tabular-nums">{children}</dd>
    </div>
  )
}
