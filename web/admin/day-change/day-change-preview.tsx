import type { DayChangeResult, MovedDelivery } from '#contract/zones/day-changes.ts'
import { windowText } from '#contract/zones/window-text.ts'
import { formatDay } from '#web/shared/instant.ts'
import { Table, TableCell, TableRow } from '#web/ui/table/table.tsx'
import { ariaRowCount, TableRows } from '#web/ui/table/table-rows.tsx'
import { type ExtraStops, RunDryList } from './run-dry-list.tsx'

const count = (n: number, one: string, many: string) =>
  `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`

type DayChangePreviewProps = {
  result: DayChangeResult
  extraStops: ExtraStops
  onExtraStops: (extraStops: ExtraStops) => void
}

/** The effect of a day change. */
export function DayChangePreview({ result, extraStops, onExtraStops }: DayChangePreviewProps) {
  const { deliveries, runDry } = result
  const { charges, emails, stops, planned, staying } = result.counts
  const lostWindows = deliveries.filter(({ isWindowLost }) => isWindowLost).length
  const lines = [
    deliveries.length > 0 && `${count(deliveries.length, 'delivery moves', 'deliveries move')}.`,
    charges > 0 && `${count(charges, 'charge moves', 'charges move')} too.`,
    planned > 0 &&
      `${count(planned, 'later subscription delivery gets', 'later subscription deliveries get')} another date.`,
    stops > 0 && `${count(stops, 'truck stop leaves', 'truck stops leave')} the plan.`,
    lostWindows > 0 &&
      `${count(lostWindows, 'delivery loses its time window', 'deliveries lose their time windows')}, because the new date doesn't have ${lostWindows === 1 ? 'it' : 'them'}.`,
    staying > 0 &&
      `${count(staying, 'delivery is', 'deliveries are')} on the road or delivered and won't move.`,
    emails > 0 && `${count(emails, 'customer is', 'customers are')} emailed after ten minutes.`,
  ].filter((line) => typeof line === 'string')
  if (lines.length === 0) return <p>No open deliveries are affected.</p>
  return (
    <div className="flex flex-col gap-5">
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {runDry.length > 0 ? (
        <RunDryList customers={runDry} extraStops={extraStops} onChange={onExtraStops} />
      ) : null}
      {deliveries.length > 0 ? <MovedList deliveries={deliveries} extraStops={extraStops} /> : null}
    </div>
  )
}

const chargeTexts: Record<MovedDelivery['charge'], string> = {
  moves: 'Charged on the new date',
  stays: 'Charge stays',
  none: 'No charge',
}

const compactRow = 'compact:grid-cols-[minmax(0,1fr)_8rem_11rem]'

type MovedListProps = { deliveries: readonly MovedDelivery[]; extraStops: ExtraStops }

function MovedList({ deliveries, extraStops }: MovedListProps) {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">Deliveries</h3>
      <div className="overflow-hidden rounded-control border border-line">
        <Table
          label="Moved deliveries"
          columns={['Customer', 'New date', 'Charge']}
          isCompact
          rowCount={ariaRowCount(deliveries)}
        >
          <TableRows rows={deliveries}>
            {(delivery, position) => (
              <TableRow key={delivery.orderId} className={compactRow} {...position}>
                <TableCell label="Customer">
                  <span className="wrap-anywhere font-semibold">
                    {delivery.customerName || '–'}
                  </span>
                </TableCell>
                <TableCell label="New date">
                  {formatDay(extraStops[delivery.orderId] ?? delivery.to)}
                  <LostWindow delivery={delivery} hasExtraStop={delivery.orderId in extraStops} />
                </TableCell>
                <TableCell label="Charge">{chargeTexts[delivery.charge] ?? '–'}</TableCell>
              </TableRow>
            )}
          </TableRows>
        </Table>
      </div>
    </section>
  )
}

type LostWindowProps = { delivery: MovedDelivery; hasExtraStop: boolean }

/** Whether the date of an extra stop has the window is known when the change is applied. */
function LostWindow({ delivery: { window, isWindowLost }, hasExtraStop }: LostWindowProps) {
  if (!window || !(isWindowLost || hasExtraStop)) return null
  return (
    <span className="block text-muted text-sm">
      {hasExtraStop ? 'May lose' : 'Loses'} the window {windowText(window)}
    </span>
  )
}
