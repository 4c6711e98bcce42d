import type { BookDay, BookDifference, BookPayout } from '#contract/staff/books.ts'
import { staffPaths } from '#web/admin/staff-paths.ts'
import { formatDay } from '#web/shared/instant.ts'
import { formatSigned } from '#web/shared/money.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { Card } from '#web/ui/card.tsx'
import { Table, TableCell, TableRow } from '#web/ui/table/table.tsx'

/** Mismatches; staff compare these in the provider's dashboard. */
export function Differences({ differences }: { differences: readonly BookDifference[] }) {
  if (differences.length === 0)
    return <Alert tone="success">Everything in these dates adds up.</Alert>
  return (
    <section aria-labelledby="differences">
      <Alert
        tone="warning"
        title={<span id="differences">Check these with your payment provider</span>}
      >
        <ul className="mt-2 flex flex-col gap-2">
          {differences.map(({ kind, id, orderId, message }) => (
            <li key={`${kind} ${id}`} className="wrap-anywhere">
              {message} <span className="text-sm">({id})</span>{' '}
              {orderId ? (
                <SiteLink href={staffPaths.order(orderId)} className="font-semibold underline">
                  View order
                </SiteLink>
              ) : null}
            </li>
          ))}
        </ul>
      </Alert>
    </section>
  )
}

const payoutStatuses: Record<BookPayout['status'], { label: string; tone: BadgeTone }> = {
  pending: { label: 'Pending', tone: 'neutral' },
  in_transit: { label: 'In transit', tone: 'info' },
  paid: { label: 'Paid', tone: 'success' },
  failed: { label: 'Returned by the bank', tone: 'danger' },
  canceled: { label: 'Cancelled', tone: 'neutral' },
}

/** The deposits on the bank statement. */
export function Payouts({ payouts }: { payouts: readonly BookPayout[] }) {
  return (
    <section aria-labelledby="payouts" className="flex flex-col gap-3">
      <h2 id="payouts" className="text-lg">
        Payouts to your bank
      </h2>
      <Card>
        {payouts.length === 0 ? (
          <p className="p-5 text-muted text-sm sm:px-7">No payouts arrive in these dates.</p>
        ) : (
          <Table
            label="Payouts"
            columns={['Arrives', 'Amount', 'Status', 'Payout']}
            numericColumns={['Amount']}
            isCompact
          >
            {payouts.map(({ id, amount, status, arrivesOn }) => (
              <TableRow
                key={id}
                className="compact:grid-cols-[minmax(0,1fr)_minmax(6.5rem,auto)_10.5rem]"
              >
                <TableCell label="Arrives">{formatDay(arrivesOn)}</TableCell>
                <TableCell label="Amount" isNumeric className="compact:justify-self-end">
                  {formatSigned(amount)}
                </TableCell>
                <TableCell label="Status">
                  <Badge tone={payoutStatuses[status]?.tone ?? 'neutral'}>
                    {payoutStatuses[status]?.label ?? status}
                  </Badge>
                </TableCell>
                <TableCell label="Payout" className="text-muted compact:col-span-full">
                  <span className="wrap-anywhere min-w-0">{id}</span>
                </TableCell>
              </TableRow>
            ))}
          </Table>
        )}
      </Card>
    </section>
  )
}

const dayColumns = [
  ['Card payments', 'cardPayments'],
  ['Card refunds', 'cardRefunds'],
  ['Disputes', 'disputes'],
  ['Provider fees', 'fees'],
  ['Payouts', 'payouts'],
  ['Balance', 'balance'],
] as const

/** In compact rows each amount has its label above it. */
const amountClass = 'compact:flex-col compact:items-start compact:gap-y-0'

/** The days on which something happened. The daily summary has all columns. */
export function Days({ days }: { days: readonly BookDay[] }) {
  return (
    <section aria-labelledby="days" className="flex flex-col gap-3">
      <h2 id="days" className="text-lg">
        Days
      </h2>
      <Card>
        {days.length === 0 ? (
          <p className="p-5 text-muted text-sm sm:px-7">No sales or payments in these dates.</p>
        ) : (
          <Table
            label="Days"
            columns={['Date', ...dayColumns.map(([label]) => label)]}
            numericColumns={dayColumns.map(([label]) => label)}
            isCompact
          >
            {days.map((day) => (
              <TableRow key={day.date} className="compact:grid-cols-3">
                <TableCell label="Date" className="font-semibold compact:col-span-full">
                  {formatDay(day.date)}
                </TableCell>
                {dayColumns.map(([label, column]) => (
                  <TableCell key={column} label={label} isNumeric isLabeled className={amountClass}>
                    {formatSigned(day[column])}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </Table>
        )}
      </Card>
    </section>
  )
}
