import type { ClosedDatesResult, ClosedDelivery } from '#contract/staff/closed-dates.ts'
import { formatDay } from '#web/shared/instant.ts'
import { Table, TableCell, TableRow } from '#web/ui/table/table.tsx'

const columns = ['Customer', 'Delivery date', 'What happens'] as const

const count = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`

/** The effect of closing dates on the open deliveries. */
export function ClosedDeliveries({ result }: { result: ClosedDatesResult }) {
  const { deliveries, counts } = result
  const { moved, skipped, inTransit, stops, subscriptions } = counts
  const total = moved + skipped + inTransit
  const lines = [
    moved && `${count(moved, 'delivery moves', 'deliveries move')} to the next open date.`,
    skipped &&
      `${count(skipped, 'delivery is', 'deliveries are')} skipped, because the previous one moves to the same day.`,
    inTransit && `${count(inTransit, 'delivery is', 'deliveries are')} on the road and won't move.`,
    stops && `${count(stops, 'truck stop leaves', 'truck stops leave')} the plan.`,
    subscriptions &&
      `${count(subscriptions, 'upcoming subscription delivery gets', 'upcoming subscription deliveries get')} another date.`,
  ].filter((line) => typeof line === 'string')
  if (lines.length === 0) return <p>No open deliveries are affected.</p>
  return (
    <div className="flex flex-col gap-3">
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {moved + skipped > 0 ? <p>We'll email each of these customers.</p> : null}
      {deliveries.length > 0 ? (
        <div className="overflow-hidden rounded-control border border-line">
          <Table label="Affected deliveries" columns={columns} isCompact>
            {deliveries.map((delivery) => (
              <TableRow
                key={delivery.orderId}
                className="compact:grid-cols-[minmax(0,1fr)_7rem_11rem]"
              >
                <TableCell label="Customer">
                  <span className="wrap-anywhere font-semibold">
                    {delivery.customerName || '–'}
                  </span>
                </TableCell>
                <TableCell label="Delivery date">{formatDay(delivery.from)}</TableCell>
                <TableCell label="What happens">{outcomeText(delivery)}</TableCell>
              </TableRow>
            ))}
          </Table>
        </div>
      ) : null}
      {total > deliveries.length ? (
        <p className="text-muted text-sm">And {total - deliveries.length} more.</p>
      ) : null}
    </div>
  )
}

function outcomeText({ outcome, to }: ClosedDelivery): string {
  if (outcome === 'in_transit') return 'On the road, not moved'
  return outcome === 'skipped' ? 'Skipped' : `Moves to ${formatDay(to)}`
}
