import type { Board } from '#contract/routes/board.ts'
import { countBottles, type Lane, listStops } from '../model/lanes.ts'
import { cellClass, SheetFrame } from './sheet-frame.tsx'

/** The bottles of each trip to load; those on hold are loaded but not left. */
export function LoadSheet({ lane, board }: { lane: Lane; board: Board }) {
  const onHold = listStops(lane).filter(({ isOnHold }) => isOnHold)
  return (
    <SheetFrame title="Load sheet" lane={lane} board={board}>
      <table aria-label="Bottles per trip" className="w-full text-sm">
        <thead className="text-muted">
          <tr>
            {['Trip', 'Stops', 'Bottles', 'Fits', 'Loaded'].map((label) => (
              <th
                key={label}
                scope="col"
                className="px-2 pb-1 text-left font-semibold first:pl-0 last:pr-0"
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {lane.trips.map(({ number, stops, load }) => (
            <tr key={number}>
              <td className={cellClass}>Trip {number}</td>
              <td className={cellClass}>{stops.length}</td>
              <td className={`${cellClass} font-bold`}>{load}</td>
              <td className={cellClass}>{lane.capacity ?? '–'}</td>
              <td className={cellClass}>______</td>
            </tr>
          ))}
          <tr className="font-bold">
            <td className={cellClass}>Total</td>
            <td className={cellClass}>{listStops(lane).length}</td>
            <td className={cellClass}>{lane.trips.reduce((sum, { load }) => sum + load, 0)}</td>
            <td className={cellClass} />
            <td className={cellClass}>______</td>
          </tr>
        </tbody>
      </table>
      {onHold.length > 0 ? (
        <p className="mt-3 text-sm">
          {onHold.length === 1 ? '1 stop is' : `${onHold.length} stops are`} on hold with{' '}
          {countBottles(onHold)} bottles. Don't leave them unless dispatch releases the delivery.
        </p>
      ) : null}
    </SheetFrame>
  )
}
