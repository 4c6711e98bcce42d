import type { Board } from '#contract/routes/board.ts'
import { addStop, moveStop, removeStop } from '#web/api/routes/board.ts'
import { newStopId, type SavedStop, type SavedStops } from './model/added-here.ts'
import type { BoardChange, Target } from './model/apply-change.ts'
import { findStop } from './model/lanes.ts'

export type SentChange = {
  change: BoardChange
  /** The board that the dispatcher saw: its versions are checked by the server. */
  board: Board
  date: string
}

/** Returns the stop that was added, if one was. */
export async function sendChange(
  { change, board, date }: SentChange,
  saved: SavedStops,
): Promise<SavedStop | undefined> {
  if (change.kind === 'add') {
    return addStop({ orderId: change.orderId, ...toBody(change.to), date })
  }
  const known = saved.get(change.stopId)
  // It could not be added, which the dispatcher was told.
  if (!known && change.stopId.startsWith(newStopId(''))) return undefined
  const id = known?.id ?? change.stopId
  const version = (findStop(board, id)?.stop ?? known)?.version ?? 0
  if (change.kind === 'remove') {
    await removeStop(id, version)
  } else if (change.kind === 'pin') {
    await moveStop(id, { pin: change.pin, version })
  } else {
    await moveStop(id, { ...toBody(change.to), version })
  }
  return undefined
}

const toBody = ({ truckId, trip, position }: Target) => ({ truckId, trip, position })
