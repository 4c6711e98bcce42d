import { formatCents } from '#contract/money.ts'
import { amountDueCents } from '#contract/pricing.ts'
import type { InvoiceView } from './invoice-view.ts'

/** Line items, discounts, total and refunds. */
export function InvoiceItems({ view }: { view: InvoiceView }) {
  const { lines, price, refundedCents } = view
  return (
    <div className="flex flex-col gap-6">
      <ul aria-label="Items" className="flex flex-col divide-y divide-line">
        {lines.map((line) => (
          <li
            key={line.key}
            className="flex break-inside-avoid items-baseline justify-between gap-4 py-3 first:pt-0"
          >
            <div className="min-w-0">
              <p className="wrap-anywhere font-semibold">{line.name}</p>
              <p className="text-muted text-sm">
                <span>{line.amount}</span>
                {' · '}
                <span>{formatCents(line.priceCents)} each</span>
              </p>
            </div>
            <p className="font-semibold tabular-nums">{formatCents(line.lineCents)}</p>
          </li>
        ))}
      </ul>
      <dl className="ml-auto flex w-full max-w-sm break-inside-avoid flex-col gap-2.5">
        <AmountRow name="Subtotal" cents={price.subtotalCents} />
        {price.adjustments.map(({ label, cents }) => (
          <AmountRow key={label} name={label} cents={cents} />
        ))}
        <div className="flex items-baseline justify-between gap-4 border-line border-t pt-4">
          <dt className="font-bold">Total</dt>
          <dd className="font-extrabold text-2xl tabular-nums tracking-tight">
            {formatCents(price.totalCents)}
          </dd>
        </div>
        {price.creditCents ? (
          <>
            <AmountRow name="Account credit" cents={-price.creditCents} />
            <AmountRow name="Amount due" cents={amountDueCents(price)} />
          </>
        ) : null}
        {refundedCents > 0 ? <AmountRow name="Refunded" cents={-refundedCents} /> : null}
      </dl>
    </div>
  )
}

function AmountRow({ name, cents }: { name: string; cents: number }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-muted">{name}</dt>
      <dd className="font-semibold tabular-nums">{formatCents(cents)}</dd>
    </div>
  )
}
