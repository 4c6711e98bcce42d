import type { AffectedDelivery, CalendarResult } from '#contract/staff/settings.ts'
import { formatDateTime, formatDay } from '#web/shared/instant.ts'
import { Table, TableCell, TableRow } from '#web/ui/table/table.tsx'

const columns = ['Customer', 'Delivery date', 'Make changes by', 'Charged from'] as const

/** On phones the label is above the value, because two times don't fit next to it. */
const cellClass =
  'before:shrink-0 before:whitespace-nowrap max-sm:flex-col max-sm:items-start max-sm:gap-0 max-sm:text-left'

/** In compact rows each pair of times has a line with its label, because the two look alike. */
const timesClass = `${cellClass} compact:col-span-full`

/** The open deliveries that a change of the delivery times affects. */
export function AffectedDeliveries({ result }: { result: CalendarResult }) {
  const { affected, affectedCount } = result
  if (affectedCount === 0) return <p>No open deliveries are affected.</p>
  const hidden = affectedCount - affected.length
  return (
    <div className="flex flex-col gap-3">
      <p>
        <strong>
          {affectedCount === 1
            ? '1 open delivery is affected.'
            : `${affectedCount} open deliveries are affected.`}
        </strong>
      </p>
      <div className="overflow-hidden rounded-control border border-line">
        <Table label="Affected deliveries" columns={columns} isCompact>
          {affected.map((delivery) => (
            <TableRow key={delivery.orderId} className="compact:grid-cols-[minmax(0,1fr)_auto]">
              <TableCell label="Customer" className={cellClass}>
                <span className="wrap-anywhere font-semibold">{delivery.customerName || '–'}</span>
              </TableCell>
              <TableCell label="Delivery date" className={cellClass}>
                {formatDay(delivery.deliveryDate)}
              </TableCell>
              <TableCell label="Make changes by" isLabeled className={timesClass}>
                <BeforeAfter {...delivery.changeUntil} />
              </TableCell>
              <TableCell label="Charged from" isLabeled className={timesClass}>
                {delivery.chargedFrom ? <BeforeAfter {...delivery.chargedFrom} /> : '–'}
              </TableCell>
            </TableRow>
          ))}
        </Table>
      </div>
      {hidden > 0 ? <p className="text-muted text-sm">And {hidden} more.</p> : null}
    </div>
  )
}

function BeforeAfter({ before, after }: AffectedDelivery['changeUntil']) {
  if (before === after) return <span>{formatDateTime(after)} (no change)</span>
  return (
    <span>
      <span className="text-muted">{formatDateTime(before)}</span> <span aria-hidden>→ </span>
      <span className="sr-only">becomes </span>
      {formatDateTime(after)}
    </span>
  )
}
