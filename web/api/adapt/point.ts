import type { DeliveryPoint } from '#contract/points/points.ts'
import { toFields } from './read.ts'

/** Null for an order without a customer, and for a backend without delivery points. */
export function adaptPoint(body: unknown): DeliveryPoint | null {
  return typeof toFields(body).id === 'string' ? (body as DeliveryPoint) : null
}
