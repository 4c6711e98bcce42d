import type { AnyColumn, SQL } from 'drizzle-orm'
import type { bottleMovements } from './tables.ts'

export type BottleMovement = typeof bottleMovements.$inferSelect

/** A movement that is about to be inserted. */
export type MovementRow = Omit<BottleMovement, 'id'>

/** Who has bottles. */
export type Holder =
  | { holder: 'customer' | 'truck'; id: string }
  | { holder: 'depot' | 'lost' | 'scrapped' | 'supplier' }

/** The route that an event belongs to. */
export type MovementRoute = {
  id: string
  truckId: string
  driverId: string | null
  /** A calendar date. */
  date: string
}

/** Counts that a driver entered: when loading, at a door, or back at the depot. */
export type CountedEvent = {
  eventId: string
  at: Date
  cause: 'loaded' | 'delivered' | 'returned'
  route: MovementRoute
  /** The delivery, for `delivered`. None at a stop that the driver added. */
  order?: { id: string; customerId: string | null } | undefined
  /** The name of a stop that the driver added. */
  reason?: string | null
  lines: readonly { productId: string; full: number; empties: number; damaged: number }[]
}

export type NewMovement = {
  eventId: string
  /** Unique within the event. */
  line: number
  /** The kind follows from the product where a product was counted. */
  bottle: { productId: string } | { kind: BottleMovement['kind'] }
  state: BottleMovement['state']
  quantity: number
  from: Holder
  to: Holder
  cause: BottleMovement['cause']
  orderId?: string | null
  route?: MovementRoute | null
  reason?: string | null
  staffEmail?: string | null
  at: Date
}

/** The stops of an order, handed in because this module does not read routes. */
export type StopsOfOrders = {
  isOnTruck(orderId: AnyColumn): SQL
  /** The latest date of a stop that was made or left for, or else of one that is planned. */
  lastDate(orderId: AnyColumn): SQL<string | null>
}
