import type { Board } from '#contract/routes/board.ts'
import { addStop, moveStop, removeStop } from '#web/api/routes/board.ts'
import type { BoardChange, Target } from './model/apply-change.ts'
import { findStop } from './model/lanes.ts'

/** Sends a change with the version of the stop on the board that the dispatcher saw. */
export async function sendChange(board: Board, change: BoardChange, date: string): Promise<void> {
  if (change.kind === 'add') {
    const { truckId, trip, position } = change.to
    await addStop({ orderId: change.orderId, truckId, date, trip, position })
    return
  }
  const { id, version } = findStop(board, change.stopId)?.stop ?? { id: change.stopId, version: 0 }
  if (change.kind === 'remove') {
    await removeStop(id, version)
  } else if (change.kind === 'pin') {
    await moveStop(id, { pin: change.pin, version })
  } else {
    await moveStop(id, { ...toBody(change.to), version })
  }
}

const toBody = ({ truckId, trip, position }: Target) => ({ truckId, trip, position })
