import type { Books } from '#contract/staff/books.ts'
import { formatSigned } from '#web/shared/money.ts'
import { Card } from '#web/ui/card.tsx'
import { cx } from '#web/ui/cx.ts'

type Line = { label: string; amount: string | undefined; isTotal?: boolean }

/** Three lists of amounts, each with the sum that its lines add up to. */
export function BookAmounts({ books }: { books: Books }) {
  const { totals } = books
  const isUsed = ({ amount }: Line) => amount !== undefined && amount !== '0.00'
  return (
    <div className="grid items-start gap-5 min-[1100px]:grid-cols-3">
      <Statement
        title="Sales"
        lines={[
          { label: 'Products', amount: totals.products },
          { label: 'Discounts', amount: totals.discounts },
          ...[{ label: 'Other charges', amount: totals.otherLines }].filter(isUsed),
          { label: 'Deposits (a liability)', amount: totals.deposits },
          { label: 'Sales tax', amount: totals.tax },
          { label: 'Credit used', amount: totals.creditUsed },
          { label: 'On account', amount: totals.onAccount },
          ...[{ label: 'Other card payments', amount: totals.unmatched }].filter(isUsed),
          { label: 'Card payments', amount: totals.cardPayments, isTotal: true },
        ]}
      />
      <Statement
        title="Card balance"
        lines={[
          { label: 'Balance before', amount: books.openingBalance },
          { label: 'Card payments', amount: totals.cardPayments },
          { label: 'Card refunds', amount: totals.cardRefunds },
          { label: 'Disputes', amount: totals.disputes },
          { label: 'Provider fees', amount: totals.fees },
          ...[{ label: 'Adjustments', amount: totals.adjustments }].filter(isUsed),
          { label: 'Payouts to your bank', amount: totals.payouts },
          { label: 'Balance after', amount: books.closingBalance, isTotal: true },
        ]}
      />
      <Statement
        title="Other money"
        lines={[
          { label: 'Cash received', amount: totals.cash },
          { label: 'Checks received', amount: totals.checks },
          { label: 'Transfers received', amount: totals.transfers },
          { label: 'Refunded as credit', amount: totals.creditRefunds },
          { label: 'Deposits returned as credit', amount: totals.depositReturns },
          { label: 'Credit given', amount: totals.creditGiven },
          ...[
            { label: 'Credit forfeited', amount: totals.creditForfeited },
            { label: 'Deposits imported', amount: totals.depositOpenings },
          ].filter(isUsed),
        ]}
      />
    </div>
  )
}

function Statement({ title, lines }: { title: string; lines: readonly Line[] }) {
  return (
    <Card className="p-5 sm:px-7">
      <h2 className="text-lg">{title}</h2>
      <dl aria-label={title} className="mt-3 flex flex-col gap-1.5 text-sm">
        {lines.map(({ label, amount, isTotal }) => (
          <div
            key={label}
            className={cx(
              'flex justify-between gap-4',
              isTotal && 'mt-1.5 border-line border-t pt-2.5 font-bold',
            )}
          >
            <dt>{label}</dt>
            <dd className="tabular-nums">{formatSigned(amount)}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
