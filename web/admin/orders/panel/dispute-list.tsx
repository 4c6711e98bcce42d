import { capitalize } from '#contract/text/capitalize.ts'
import type { KnownOrderDetail } from '#web/api/adapt/detail.ts'
import { formatDateTime } from '#web/shared/instant.ts'
import { formatPrice } from '#web/shared/money.ts'
import { type BadgeStyle, StatusBadge } from '#web/shared/status-badge.tsx'

const styles: Record<string, BadgeStyle> = {
  open: ['Open', 'danger'],
  won: ['Won', 'success'],
  lost: ['Lost', 'neutral'],
}

const humanize = (code: string) => capitalize(code.replaceAll('_', ' '))

type Disputes = KnownOrderDetail['disputes']
type FraudWarnings = KnownOrderDetail['fraudWarnings']

/** Payments that the customer's bank disputes. Staff submit evidence at the card provider. */
export function DisputeList({ disputes }: { disputes: Disputes }) {
  if (disputes.length === 0) return null
  return (
    <ul aria-label="Disputes" className="flex flex-col gap-2">
      {disputes.map(({ id, amount, reason, state, evidenceDueAt, openedAt, closedAt }) => (
        <li key={id} className="rounded-control bg-surface-soft px-3.5 py-2.5 text-sm">
          <p className="flex flex-wrap items-center justify-between gap-2">
            <span className="font-semibold tabular-nums">{formatPrice(amount)} disputed</span>
            <StatusBadge styles={styles} status={state} />
          </p>
          <p className="wrap-anywhere">Reason: {humanize(reason)}</p>
          <p className="text-muted">
            Opened {formatDateTime(openedAt)}
            {closedAt ? `, closed ${formatDateTime(closedAt)}` : null}
          </p>
          {state === 'open' && evidenceDueAt ? (
            <p className="font-medium text-danger">
              Submit evidence at the payment provider by {formatDateTime(evidenceDueAt)}.
            </p>
          ) : null}
          <p className="wrap-anywhere text-muted">Dispute ID: {id}</p>
        </li>
      ))}
    </ul>
  )
}

export function FraudWarningList({ warnings }: { warnings: FraudWarnings }) {
  if (warnings.length === 0) return null
  return (
    <ul aria-label="Fraud warnings" className="flex flex-col gap-2">
      {warnings.map(({ id, fraudType, isActionable, warnedAt }) => (
        <li key={id} className="rounded-control bg-surface-soft px-3.5 py-2.5 text-sm">
          <p className="font-semibold">The bank reports likely fraud</p>
          <p className="wrap-anywhere">{humanize(fraudType)}</p>
          <p className="text-muted">{formatDateTime(warnedAt)}</p>
          {isActionable ? (
            <p className="font-medium text-danger">
              Refund the payment before it's disputed, unless you know the customer.
            </p>
          ) : null}
        </li>
      ))}
    </ul>
  )
}
