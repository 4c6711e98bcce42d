import { memo, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { BoardStop } from '#contract/routes/board.ts'
import { cx } from '#web/ui/cx.ts'
import { useDropIndex } from '../drag/drop-target.ts'
import { getFirstId } from '../model/added-here.ts'
import { inChunks } from '../model/in-chunks.ts'
import { type Trip, toTripRows } from '../model/lanes.ts'
import { AddedStopCell } from './added-stop-cell.tsx'
import { NearViewport } from './near-viewport.tsx'
import { StopCell } from './stop-cell.tsx'

/** A multiple of every number of columns that fits. */
const CHUNK = 24
const CELL_HEIGHT = 60

type TripStopsProps = {
  trip: Trip
  truckId: string
  isRunning: boolean
  isEditable: boolean
  /** The board has few stops, so that all are rendered. */
  isShort: boolean
}

/** The stops of a trip in their order, which is also where deliveries are dropped. */
export const TripStops = memo((props: TripStopsProps) => {
  const { trip, truckId, isRunning, isEditable, isShort } = props
  const frame = useRef<HTMLDivElement>(null)
  const columns = useColumns(frame, isShort)
  const dropIndex = useDropIndex(truckId, trip.number)
  const { stops } = trip
  const all = useMemo(() => toTripRows(trip), [trip])
  return (
    <div ref={frame} data-trip={trip.number} className="px-3 pt-2">
      {inChunks(all, CHUNK).map(({ from, rows }) => (
        <NearViewport
          key={from}
          isAlways={isShort}
          height={Math.ceil(rows.length / columns) * CELL_HEIGHT}
        >
          {() => (
            <ol
              start={from + 1}
              className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,14.5rem),1fr))] gap-2 pb-2"
            >
              {rows.map((row) =>
                'added' in row ? (
                  <li key={row.added.id} className="list-none">
                    <AddedStopCell added={row.added} />
                  </li>
                ) : (
                  <StopItem
                    key={getFirstId(row.stop)}
                    stop={row.stop}
                    index={row.index}
                    drop={dropSide(dropIndex, row.index, stops.length)}
                    truckId={truckId}
                    trip={trip.number}
                    count={stops.length}
                    isRunning={isRunning}
                    isEditable={isEditable}
                  />
                ),
              )}
            </ol>
          )}
        </NearViewport>
      ))}
    </div>
  )
})

/** On which side of a stop the dragged one would be inserted. */
function dropSide(dropIndex: number | undefined, index: number, count: number) {
  if (dropIndex === index) return 'before'
  return index === count - 1 && dropIndex === count ? 'after' : undefined
}

type StopItemProps = {
  stop: BoardStop
  index: number
  drop: 'before' | 'after' | undefined
  truckId: string
  trip: number
  count: number
  isRunning: boolean
  isEditable: boolean
}

const StopItem = memo(({ stop, index, drop, ...cell }: StopItemProps) => (
  <li data-index={index} className="relative list-none">
    <StopCell stop={stop} {...cell} />
    {drop ? (
      <span
        aria-hidden
        className={cx(
          'absolute inset-y-0 w-1 rounded-full bg-action',
          drop === 'before' ? '-left-1.5' : '-right-1.5',
        )}
      />
    ) : null}
  </li>
))

/** How many stops are side by side, to estimate the height of those that are not rendered. */
function useColumns(frame: RefObject<HTMLElement | null>, isShort: boolean): number {
  const [columns, setColumns] = useState(1)
  useEffect(() => {
    const element = frame.current
    if (!element || isShort) return
    const measure = () => setColumns(Math.max(1, Math.floor(element.clientWidth / 240)))
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame, isShort])
  return columns
}
