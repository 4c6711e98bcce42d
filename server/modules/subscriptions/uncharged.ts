import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

type CycleState = { status: string; reason: string | null }
type OrderState = { status: string; deliveryStatus: string }

/**
 * Delivered and never charged; staff decide. The order of a missed delivery was cancelled before its
 * driver reported it.
 */
export function isUncharged(
  { status, reason }: CycleState,
  order: OrderState | undefined,
): boolean {
  if (status !== 'skipped' || !order) return false
  if (reason === 'missed_but_delivered') return order.status !== 'cancelled'
  return reason === 'missed' && order.deliveryStatus === 'delivered'
}

/** The same as `isUncharged`, of a cycle joined with its order. */
export const uncharged = (
  cycle: Record<keyof CycleState, SQLWrapper>,
  order: Record<keyof OrderState, SQLWrapper>,
): SQL =>
  sql`(${cycle.status} = 'skipped' and (
    ${cycle.reason} = 'missed_but_delivered' and ${order.status} <> 'cancelled'
    or ${cycle.reason} = 'missed' and ${order.deliveryStatus} = 'delivered'))`
