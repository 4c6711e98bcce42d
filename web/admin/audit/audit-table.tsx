import { ArrowRight } from 'lucide-react'
import { formatOrderNumber } from '#contract/order-number.ts'
import { staffPaths } from '#web/admin/staff-paths.ts'
import type { AuditRow } from '#web/api/staff/audit.ts'
import { formatDateTime } from '#web/shared/instant.ts'
import { SiteLink } from '#web/shared/site-link.tsx'
import { Table, TableCell, TableRow } from '#web/ui/table/table.tsx'
import {
  actionPrefix,
  actorName,
  auditActionLabel,
  type FieldChange,
  fieldChanges,
} from './audit-labels.ts'

const compactRow =
  'compact:grid-flow-col compact:grid-cols-[minmax(0,1fr)_auto] compact:grid-rows-[auto_1fr] compact:items-start @4xl:[&>td]:align-top'

const columns = ['Action', 'Changes', 'User', 'Date'] as const

export function AuditTable({ rows }: { rows: readonly AuditRow[] }) {
  return (
    <Table label="Activity" columns={columns} isCompact>
      {rows.map((row) => (
        <TableRow key={row.id} className={compactRow}>
          <TableCell className="max-@4xl:justify-start max-@4xl:text-left">
            <span className="flex flex-wrap items-baseline gap-x-2 @4xl:flex-col">
              <span className="whitespace-nowrap font-semibold">
                {auditActionLabel(row.action)}
              </span>
              <Subject row={row} />
            </span>
          </TableCell>
          <TableCell className="max-@4xl:justify-start max-@4xl:text-left">
            <Changes changes={fieldChanges(row.before, row.after)} />
          </TableCell>
          <TableCell label="User" className="@4xl:min-w-48">
            <span className="wrap-anywhere">{actorName(row)}</span>
          </TableCell>
          <TableCell label="Date" className="whitespace-nowrap text-muted tabular-nums">
            <time dateTime={row.at}>{formatDateTime(row.at)}</time>
          </TableCell>
        </TableRow>
      ))}
    </Table>
  )
}

/** Links to the changed entity if it has a page. */
function Subject({ row: { action, subjectId } }: { row: AuditRow }) {
  const number = formatOrderNumber(subjectId)
  const pages: Record<string, string> = {
    order: staffPaths.order(subjectId),
    subscription: staffPaths.subscription(subjectId),
    customer: staffPaths.customer(subjectId),
    product: staffPaths.product(subjectId),
  }
  const subject = actionPrefix(action)
  const page = Object.hasOwn(pages, subject) ? pages[subject] : undefined
  if (!page) return <span className="text-muted tabular-nums">{number}</span>
  return (
    <SiteLink
      href={page}
      className="inline-flex min-h-11 items-center text-action tabular-nums underline underline-offset-3 hover:text-action-strong sm:min-h-0"
    >
      {number}
    </SiteLink>
  )
}

function Changes({ changes }: { changes: readonly FieldChange[] }) {
  if (!changes.length) return <span className="text-muted">No details</span>
  return (
    <dl className="grid min-w-0 gap-1">
      {changes.map(({ label, before, after }) => (
        <div key={label} className="flex flex-wrap items-baseline gap-x-2">
          <dt className="text-muted">{label}</dt>
          <dd className="wrap-anywhere flex flex-wrap items-baseline gap-x-2">
            {before === undefined ? null : (
              <del className="text-danger decoration-danger/60">{before}</del>
            )}
            {before === undefined || after === undefined ? null : (
              <ArrowRight
                aria-label="changed to"
                role="img"
                className="size-3.5 self-center text-muted"
              />
            )}
            {after === undefined ? null : (
              <ins className="font-semibold text-success no-underline">{after}</ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
