import type { Board, BoardStop } from '#contract/routes/board.ts'
import { addStop, moveStop, removeStop } from '#web/api/routes/board.ts'
import { newStopId, type SavedStops } from './model/added-here.ts'
import type { BoardChange, Target } from './model/apply-change.ts'
import { findStop } from './model/lanes.ts'

export type SentChange = {
  change: BoardChange
  /** The board on which the dispatcher decided. */
  seen: Board
  date: string
  saved: SavedStops
  /** By stop, the version that the latest own change gave it. */
  ownVersions: ReadonlyMap<string, number>
}

/**
 * Returns the stop as it is after the change, unless it was removed. The server rejects a change if
 * someone else changed the stop after the dispatcher saw it.
 */
export async function sendChange(sent: SentChange): Promise<BoardStop | undefined> {
  const { change, seen, date, saved, ownVersions } = sent
  if (change.kind === 'add') {
    return addStop({ orderId: change.orderId, ...toBody(change.to), date })
  }
  const id = saved.get(change.stopId) ?? change.stopId
  // It could not be added, which the dispatcher has seen in a message.
  if (id.startsWith(newStopId(''))) return undefined
  const seenVersion = findStop(seen, change.stopId)?.stop.version ?? 0
  const version = Math.max(seenVersion, ownVersions.get(id) ?? 0)
  if (change.kind === 'pin') return moveStop(id, { pin: change.pin, version })
  if (change.kind === 'move') return moveStop(id, { ...toBody(change.to), version })
  await removeStop(id, version)
  return undefined
}

const toBody = ({ truckId, trip, position }: Target) => ({ truckId, trip, position })
