import type { CalendarDate } from '#contract/dates/calendar.ts'
import type { Tx } from '#server/db/client.ts'
import type { Clock } from '#server/runtime.ts'

/** Who is told of a delivery's changes, in the same transaction; the order's row is locked. */
export type DeliveryHandlers = {
  moved(tx: Tx, orderId: string, date: CalendarDate): Promise<void>
  readdressed(tx: Tx, orderId: string): Promise<void>
  /** Skipped or cancelled: it does not come. */
  cancelled(tx: Tx, orderId: string): Promise<void>
}

export type DeliveryDeps = { clock: Clock; deliveryHandlers: DeliveryHandlers }
