import { getBoard } from '#contract/routes/board.ts'
import * as publishing from '#contract/routes/publishing.ts'
import * as contract from '#contract/routes/stops.ts'
import type { CacheUntilCommit } from '#server/db/cache-until-commit.ts'
import type { Mount } from '#server/http/mount/mount.ts'
import { PreserializedJson } from '#server/http/mount/preserialized-json.ts'
import {
  deleteStandingOrder,
  renameStandingOrder,
} from '../plans/standing/change-standing-order.ts'
import { saveStandingOrder } from '../plans/standing/save-standing-order.ts'
import { publishRoute, withdrawRoute } from '../publishing/publish-route.ts'
import { transferStops } from '../publishing/transfer-stops.ts'
import { updateRoute } from '../publishing/update-route.ts'
import type { RouteHandlers } from '../route-handlers.ts'
import type { ScheduleDeps } from '../write-schedule.ts'
import { addStop } from './add-stop.ts'
import { moveStop } from './move-stop.ts'
import { moveStops } from './move-stops.ts'
import { readBoard } from './read-board.ts'
import { removeStop } from './remove-stop.ts'

type BoardRouteDeps = ScheduleDeps & {
  routeHandlers: RouteHandlers
  cacheUntilCommit: CacheUntilCommit
}

export function boardRoutes(mount: Mount, deps: BoardRouteDeps): void {
  mount(getBoard, ({ user, query }) => boardJson(deps, user.snapshotId, query.date) as never)
  mount(contract.addStop, ({ user, body }) => addStop(deps, user, body))
  mount(contract.moveStop, ({ user, params, body }) => moveStop(deps, user, params.id, body))
  mount(contract.removeStop, ({ user, params, query }) =>
    removeStop(deps, user, params.id, query.version),
  )
  mount(contract.moveStops, ({ user, body }) => moveStops(deps, user, body))
  mount(publishing.saveStandingOrder, ({ user, params, body }) =>
    saveStandingOrder(deps, user, params.id, body),
  )
  mount(publishing.renameStandingOrder, ({ user, params, body }) =>
    renameStandingOrder(deps, user, params, body.name),
  )
  mount(publishing.deleteStandingOrder, ({ user, params }) =>
    deleteStandingOrder(deps, user, params),
  )
  mount(publishing.updateRoute, ({ user, params, body }) =>
    updateRoute(deps, user, params.id, body),
  )
  mount(publishing.publishRoute, ({ user, params, body }) =>
    publishRoute(deps, user, params.id, body),
  )
  mount(publishing.withdrawRoute, ({ user, params }) => withdrawRoute(deps, user, params.id))
  mount(publishing.transferStops, ({ user, params, body }) =>
    transferStops(deps, user, params.id, body),
  )
}

const MINUTE_MS = 60_000

/**
 * A change makes every open board read again at once: they share one read and its JSON. Plans expire
 * by the clock, so results stay valid for the current minute.
 */
function boardJson(deps: BoardRouteDeps, snapshotId: string, date: string) {
  const minute = Math.floor(deps.clock.now().getTime() / MINUTE_MS)
  return deps.cacheUntilCommit(snapshotId, `board ${date} ${minute}`, async () => {
    const board = getBoard.reply.parse(await readBoard(deps, date))
    return new PreserializedJson(JSON.stringify(board))
  })
}
