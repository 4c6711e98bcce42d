import { Failure } from '#contract/errors.ts'
import type { BoardRoute } from '#contract/routes/board.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import { lockClosing, type RouteRow } from '../board/lock-board.ts'
import { readRoute } from '../board/read-board.ts'
import type { RouteHandlers } from '../route-handlers.ts'
import type { ScheduleDeps } from '../write-schedule.ts'
import {
  assertCanDrive,
  assertHasTruck,
  assertIsFree,
  lockDriver,
  lockOpenRoute,
} from './assert-ready.ts'
import { writeRoute } from './publish-route.ts'

type RouteChange = {
  isLocked?: boolean | undefined
  driverId?: string | null | undefined
  status?: 'out' | 'closed' | undefined
  version?: number | undefined
}

export const updateRoute = (
  deps: ScheduleDeps & { routeHandlers: RouteHandlers },
  actor: Actor,
  id: string,
  { version, isLocked, driverId, status }: RouteChange,
): Promise<BoardRoute> =>
  deps.db.transaction(async (tx) => {
    const route = await lockOpenRoute(tx, id, version)
    if (driverId) await assertCanDrive(tx, route, driverId)
    if (driverId === null && route.status !== 'draft') {
      const message = 'A published route needs a driver'
      throw new Failure('invalid', message, { driverId: message })
    }
    const isNew = status !== undefined && status !== route.status
    if (isNew) await assertMayBecome(tx, route, status)
    // Its driver may have left with a route that was withdrawn (rule 57).
    if (isNew && status === 'out' && !driverId && route.driverId) {
      const driver = await lockDriver(tx, route.driverId)
      if (driver) await assertIsFree(tx, route, driver)
    }
    const now = deps.clock.now()
    if (isNew && status === 'closed') {
      await lockClosing(tx, id)
      await deps.routeHandlers.closing(tx, route, actor)
    }
    await writeRoute(tx, deps, actor, 'route.updated', route, {
      ...(isLocked !== undefined && { isLocked }),
      ...(driverId !== undefined && { driverId }),
      ...(isNew && status === 'out' && { status, leftAt: now }),
      ...(isNew && status === 'closed' && { status, closedAt: now }),
    })
    return readRoute(tx, id)
  })

/** Published, then out, then closed; never back. */
async function assertMayBecome(tx: Tx, route: RouteRow, status: 'out' | 'closed'): Promise<void> {
  if (status === 'closed') {
    if (route.status !== 'out') throw new Failure('not_out')
    return
  }
  if (route.status !== 'published') throw new Failure('not_published')
  await assertHasTruck(tx, route)
}
