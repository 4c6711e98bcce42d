import type { ReactNode } from 'react'
import type { CreditEntry } from '#contract/credit.ts'
import { formatDateTime } from '../instant.ts'
import { formatSigned } from '../money.ts'
import { creditLabel } from './credit-labels.ts'

type CreditListProps<Entry extends CreditEntry> = {
  entries: readonly Entry[]
  /** More about an entry, below its label. */
  detail?: (entry: Entry) => ReactNode
}

/** The entries of a credit ledger, newest first. */
export function CreditList<Entry extends CreditEntry>({ entries, detail }: CreditListProps<Entry>) {
  return (
    <ul aria-label="Credit history" className="flex flex-col divide-y divide-line">
      {entries.map((entry) => (
        <li key={entry.id} className="flex items-baseline justify-between gap-4 py-2.5 first:pt-0">
          <div className="min-w-0">
            <p className="wrap-anywhere font-medium">{creditLabel(entry)}</p>
            {detail?.(entry)}
            <p className="text-muted text-sm">{formatDateTime(entry.createdAt)}</p>
          </div>
          <p className="font-semibold tabular-nums">{formatChange(entry.amount)}</p>
        </li>
      ))}
    </ul>
  )
}

/** '+$1,234.50' or '-$5.00'. */
const formatChange = (amount: string) =>
  amount.startsWith('-') ? formatSigned(amount) : `+${formatSigned(amount)}`
