import type { AnyColumn, SQL } from 'drizzle-orm'
import type { AddedStop } from '#contract/routes/board.ts'
import type { DbOrTx, Tx } from '#server/db/client.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import type { RouteRow } from './board/lock-board.ts'

type OrderStop = { stopId: string; orderId: string | null }

/** Callbacks to `driving`, which comes after this module. */
export type RouteHandlers = {
  /**
   * The route is about to be closed, by its driver or by staff. It is never opened again. Called in
   * the same transaction, with the board of its date locked.
   */
  closing(tx: Tx, route: RouteRow, actor: Actor): Promise<void>
  /** A driver has undone the outcome of these stops. They may be open again. The orders are locked. */
  undone(tx: Tx, actor: Actor, stops: readonly OrderStop[]): Promise<void>
  /** A stop of this order no longer counts as delivered. The order is locked. */
  recountDelivery(tx: Tx, orderId: string): Promise<void>
  /** Rule 61: whether the truck was counted back from the last trip that it loaded. */
  isBack(routeId: AnyColumn): SQL
  /** Stops that drivers added on a date, in the order of time. Trips count as the driver's do. */
  listAddedStops(db: DbOrTx, date: string): Promise<(AddedStop & { routeId: string })[]>
}

/** Callbacks to `cases`, which comes after this module. */
export type StopHandlers = {
  /**
   * These stops were cancelled, set back, deleted before they were completed, or given another order.
   * Called in the same transaction. Their orders are locked.
   */
  changed(tx: Tx, stopIds: readonly string[]): Promise<void>
}
