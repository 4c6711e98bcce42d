import type { Tx } from '#server/db/client.ts'
import type { Clock, Random } from '#server/world.ts'
import type { OrderRow } from './queries.ts'

export type OrderHandlers = {
  /** The first confirmation or completion, by staff; the order is as it is now. */
  confirmed(tx: Tx, order: OrderRow): Promise<void>
  /** Called off by staff. */
  cancelled(tx: Tx, order: OrderRow): Promise<void>
  /** Locks the order's payment, the order and all that its cancellation would change. */
  lock(tx: Tx, orderId: string): Promise<void>
}

export type OrderDeps = { clock: Clock; random: Random; orderHandlers: OrderHandlers }
