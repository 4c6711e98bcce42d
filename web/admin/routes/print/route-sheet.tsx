import type { Board, BoardStop } from '#contract/routes/board.ts'
import type { Lane } from '../model/lanes.ts'
import {
  addressText,
  bottlesText,
  customerLabel,
  expectedText,
  windowText,
} from '../model/stop-texts.ts'
import { cellClass, SheetFrame } from './sheet-frame.tsx'

/** The driver's list on paper: order, name, address, instructions, bottles and window. */
export function RouteSheet({ lane, board }: { lane: Lane; board: Board }) {
  return (
    <SheetFrame title="Route sheet" lane={lane} board={board}>
      {lane.trips.map((trip) => (
        <table
          key={trip.number}
          aria-label={`Stops of trip ${trip.number}`}
          className="mb-5 w-full table-fixed text-sm"
        >
          <caption className="pb-1 text-left font-semibold">
            Trip {trip.number}: {bottlesText(trip.load)}
          </caption>
          <thead className="text-muted">
            <tr>
              <th scope="col" className="w-8 pb-1 text-left font-semibold">
                #
              </th>
              <th scope="col" className="px-2 pb-1 text-left font-semibold">
                Customer
              </th>
              <th scope="col" className="w-24 px-2 pb-1 text-left font-semibold sm:w-36">
                Time
              </th>
              <th scope="col" className="w-16 pb-1 text-right font-semibold">
                Bottles
              </th>
            </tr>
          </thead>
          <tbody>
            {trip.stops.map((stop) => (
              <StopRow key={stop.id} stop={stop} />
            ))}
          </tbody>
        </table>
      ))}
    </SheetFrame>
  )
}

function StopRow({ stop }: { stop: BoardStop }) {
  const expected = expectedText(stop)
  return (
    <tr>
      <td className={`${cellClass} font-bold tabular-nums`}>{stop.position}</td>
      <td className={`${cellClass} wrap-anywhere`}>
        <p className="font-semibold">{customerLabel(stop)}</p>
        <p>{addressText(stop)}</p>
        {stop.instructions ? <p className="italic">{stop.instructions}</p> : null}
        {stop.isOnHold ? (
          <p className="font-bold uppercase tracking-wide">Don't leave bottles</p>
        ) : null}
      </td>
      <td className={cellClass}>
        {expected ? <p>{expected}</p> : null}
        {stop.openingHours?.map((hours) => (
          <p key={hours.from}>Open {windowText(hours)}</p>
        ))}
        {stop.window ? <p className="text-muted">{windowText(stop.window)}</p> : null}
      </td>
      <td className={`${cellClass} text-right font-bold tabular-nums`}>{stop.bottles}</td>
    </tr>
  )
}
