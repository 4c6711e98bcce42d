import type { LandingEffect } from '#contract/zones/landing.ts'
import { formatDay } from '#web/shared/instant.ts'
import { Table, TableCell, TableRow } from '#web/ui/table/table.tsx'

const moveColumns = ['Customer', 'Next delivery', 'New date'] as const
const outsideColumns = ['Customer', 'ZIP code'] as const

/** Rule 47: what a change of route days does to the next deliveries of subscriptions. */
export function LandingSummary({ landing }: { landing: LandingEffect }) {
  const { subscriptions, moves, outside, outsideZones } = landing
  return (
    <div className="flex flex-col gap-3">
      <p>
        {subscriptions === 0
          ? 'No subscription delivery gets another date.'
          : subscriptions === 1
            ? "1 subscription delivery that has no order yet gets another date. We'll email the customer."
            : `${subscriptions} subscription deliveries that have no order yet get another date. We'll email these customers.`}
      </p>
      {moves.length > 0 ? (
        <div className="overflow-hidden rounded-control border border-line">
          <Table label="New delivery dates" columns={moveColumns} isCompact>
            {moves.map(({ subscriptionId, customerName, from, to }) => (
              <TableRow
                key={subscriptionId}
                className="compact:grid-cols-[minmax(0,1fr)_6.5rem_7.5rem]"
              >
                <TableCell label="Customer">
                  <span className="wrap-anywhere font-semibold">{customerName || '–'}</span>
                </TableCell>
                <TableCell label="Next delivery">{formatDay(from)}</TableCell>
                <TableCell label="New date">
                  <span aria-hidden className="hidden text-muted compact:inline">
                    →
                  </span>
                  {formatDay(to)}
                </TableCell>
              </TableRow>
            ))}
          </Table>
        </div>
      ) : null}
      <More count={subscriptions - moves.length} />
      {outside > 0 ? (
        <>
          <p>
            {outside === 1
              ? '1 subscription is outside your zones and keeps its dates.'
              : `${outside} subscriptions are outside your zones and keep their dates.`}
          </p>
          <div className="overflow-hidden rounded-control border border-line">
            <Table label="Subscriptions outside your zones" columns={outsideColumns} isCompact>
              {outsideZones.map(({ subscriptionId, customerName, deliveryZip }) => (
                <TableRow key={subscriptionId} className="compact:grid-cols-[minmax(0,1fr)_auto]">
                  <TableCell label="Customer">
                    <span className="wrap-anywhere font-semibold">{customerName || '–'}</span>
                  </TableCell>
                  <TableCell label="ZIP code">{deliveryZip}</TableCell>
                </TableRow>
              ))}
            </Table>
          </div>
          <More count={outside - outsideZones.length} />
        </>
      ) : null}
    </div>
  )
}

const More = ({ count }: { count: number }) =>
  count > 0 ? <p className="text-muted text-sm">And {count} more.</p> : null
