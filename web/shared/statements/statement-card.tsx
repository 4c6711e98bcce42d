import { Printer } from 'lucide-react'
import { useId } from 'react'
import { formatDate } from '#contract/dates/calendar.ts'
import { monthName, statementLabels } from '#contract/payments/statement-labels.ts'
import type { Statement, StatementLine } from '#contract/payments/statements.ts'
import { pageData } from '#web/api/page-data.ts'
import { formatSigned } from '#web/shared/money.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'

type StatementCardProps = {
  statement: Statement
  onMonth: (month: string) => void
  onPrint: () => void
  className?: string
}

/** Rule 39: what was invoiced and paid in a month, on the page and in print. */
export function StatementCard({ statement, onMonth, onPrint, className = '' }: StatementCardProps) {
  const id = useId()
  const { month, months, customer, opening, closing, overdue, lines } = statement
  return (
    <Card aria-labelledby={id} className={`invoice flex flex-col gap-6 p-5 sm:p-8 ${className}`}>
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <div className="min-w-0">
          <h2 id={id} className="text-xl sm:text-2xl">
            Statement for {monthName(month)}
          </h2>
          <p className="wrap-anywhere mt-1 text-muted">
            {[customer.name, customer.email].filter(Boolean).join(', ')}
          </p>
          <p className="hidden print:block">{pageData().shop.name}</p>
        </div>
        <div className="flex flex-wrap items-end gap-3 max-sm:w-full print:hidden">
          <Field label="Statement month" className="min-w-44 max-sm:flex-1">
            {(control) => (
              <Select
                {...control}
                options={months.map((value) => ({ value, label: monthName(value) }))}
                value={month}
                onValueChange={onMonth}
              />
            )}
          </Field>
          {/* The margin is the space that the field keeps for its error. */}
          <Button variant="secondary" className="mb-1.5 max-sm:flex-1" onClick={onPrint}>
            <Printer aria-hidden className="size-4" />
            Print statement
          </Button>
        </div>
      </div>
      {overdue === '0.00' ? null : (
        <p className="rounded-control bg-warning-soft px-4 py-3 text-sm text-warning">
          {formatSigned(overdue)} is overdue.
        </p>
      )}
      <table className="w-full text-sm">
        <thead className="sr-only">
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Entry</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          <Total label="Opening balance" amount={opening} />
          {lines.map((line) => (
            <Line key={`${line.orderId} ${line.kind} ${line.date} ${line.amount}`} line={line} />
          ))}
          {lines.length === 0 ? (
            <tr>
              <td colSpan={3} className="py-1.5 text-muted">
                Nothing was invoiced or paid.
              </td>
            </tr>
          ) : null}
          <Total label="Closing balance" amount={closing} />
        </tbody>
      </table>
      <OpenInvoices statement={statement} />
    </Card>
  )
}

function Line({ line: { date, kind, invoiceNumber, dueOn, amount } }: { line: StatementLine }) {
  const text = [statementLabels[kind], invoiceNumber].filter(Boolean).join(' ')
  return (
    <tr>
      <td className="w-0 whitespace-nowrap py-1.5 pr-6 align-top text-muted">
        {formatDate(date, 'short')}
      </td>
      <td className="py-1.5 pr-4">
        {text}
        {dueOn ? <span className="text-muted">, due {formatDate(dueOn, 'short')}</span> : null}
      </td>
      <td className="py-1.5 text-right align-top tabular-nums">{formatSigned(amount)}</td>
    </tr>
  )
}

function Total({ label, amount }: { label: string; amount: string }) {
  return (
    <tr className="border-line border-y font-semibold">
      <th scope="row" colSpan={2} className="py-2 text-left">
        {label}
      </th>
      <td className="py-2 text-right tabular-nums">{formatSigned(amount)}</td>
    </tr>
  )
}

function OpenInvoices({ statement: { openInvoices } }: { statement: Statement }) {
  if (openInvoices.length === 0) return null
  return (
    <div>
      <h3 className="mb-2 text-base">Open invoices</h3>
      <ul className="flex flex-col gap-1.5 text-sm">
        {openInvoices.map(({ orderId, invoiceNumber, dueOn, amount, isOverdue }) => (
          <li key={orderId} className="flex justify-between gap-4">
            <span className="min-w-0">
              {invoiceNumber ?? 'Invoice'},{' '}
              <span className={isOverdue ? 'font-semibold text-warning' : 'text-muted'}>
                {isOverdue ? 'overdue since' : 'due'} {formatDate(dueOn, 'short')}
              </span>
            </span>
            <span className="tabular-nums">{formatSigned(amount)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
