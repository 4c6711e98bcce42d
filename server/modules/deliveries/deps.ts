import type { CalendarDate } from '#contract/dates/calendar.ts'
import type { TimeWindow } from '#contract/zones/time-window.ts'
import type { Tx } from '#server/db/client.ts'
import type { Clock } from '#server/runtime.ts'

export type DeliveryMove = { orderId: string; date: CalendarDate }

/** An undo restores the time window that its move removed. */
export type RestoredMove = DeliveryMove & { window?: TimeWindow | null }

/** Called for a delivery's changes in the same transaction, with the rows of its orders locked. */
export type DeliveryHandlers = {
  moved(tx: Tx, moves: readonly DeliveryMove[]): Promise<void>
  readdressed(tx: Tx, orderId: string): Promise<void>
  /** The delivery was skipped or cancelled. */
  cancelled(tx: Tx, orderId: string): Promise<void>
}

export type DeliveryDeps = { clock: Clock; deliveryHandlers: DeliveryHandlers }
