import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import type { RouteRow } from './board/lock-board.ts'

/** Called for a route's changes in the same transaction, with the board of its date locked. */
export type RouteHandlers = {
  /** The route is about to be closed, by its driver or by staff. It is never opened again. */
  closing(tx: Tx, route: RouteRow, actor: Actor): Promise<void>
}
