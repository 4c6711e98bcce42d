import { randomUUID } from 'node:crypto'
import { queryE2eDatabase } from './database.ts'

type Movement = {
  cause: 'loaded' | 'delivered' | 'returned'
  state: 'full' | 'empty'
  quantity: number
  from: 'truck' | 'customer' | 'depot'
  to: 'truck' | 'customer' | 'depot'
}
type About = { truckId: string; customerId?: string; routeId: string; date: string }

/** Movements of a route that was driven, without driving it. */
export async function moveBottles(
  baseURL: string | undefined,
  { truckId, customerId, routeId, date }: About,
  movements: readonly Movement[],
): Promise<void> {
  const ids = { truck: truckId, customer: customerId ?? null, depot: null }
  for (const { cause, state, quantity, from, to } of movements) {
    const eventId = randomUUID()
    await queryE2eDatabase(baseURL, 'insert into bottle_events (id) values ($1)', [eventId])
    await queryE2eDatabase(
      baseURL,
      `insert into bottle_movements (event_id, line, kind, state, quantity, "from", from_id, "to",
         to_id, cause, route_id, date, at, booked_at)
       values ($1, 0, '5-gallon', $2, $3, $4, $5, $6, $7, $8, $9, $10, now(), now())`,
      [eventId, state, quantity, from, ids[from], to, ids[to], cause, routeId, date],
    )
  }
}
