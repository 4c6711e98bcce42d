import { Failure } from '#contract/errors.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import { deleteScheduleInTx, type ScheduleDeps } from '../write-schedule.ts'
import { lockBoard } from './lock-board.ts'
import { assertRoutesOpen } from './lock-stops.ts'
import { stopById } from './move-stop.ts'

export const removeStop = (
  deps: ScheduleDeps,
  actor: Actor,
  id: string,
  version: number | undefined,
): Promise<undefined> =>
  deps.db.transaction(async (tx) => {
    const { scheduledDate: date } = await stopById(tx, id)
    await lockBoard(tx, date)
    const { truckId, version: current } = await stopById(tx, id)
    if (truckId) await assertRoutesOpen(tx, [{ truckId, date }])
    if (version !== undefined && version !== current) throw new Failure('stale')
    const isDeleted = await deleteScheduleInTx(tx, deps, actor, { id, version: current })
    if (!isDeleted) throw new Failure('stale')
    return undefined
  })
