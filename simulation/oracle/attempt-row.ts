/** A recorded charge attempt with its cycle and order. */
export type AttemptRow = {
  order_id: string
  number: number
  intent_id: string
  key: string
  started_at: Date
  outcome: string | null
  cycle_date: string
  is_approved: boolean
  first_failed_at: Date | null
  first_started_at: Date
  leased_until: Date | null
  order_status: string
  cancelled_at: Date | null
}

/** Reads one attempt by its idempotency key. A phone order has no cycle; staff approved its charge. */
export const ATTEMPT = `select a.order_id, a.number, a.intent_id, a.key, a.started_at, a.outcome,
    c.date as cycle_date, coalesce(c.is_approved, true) as is_approved, c.first_failed_at,
    c.leased_until,
    o.status as order_status, o.cancelled_at,
    (select min(started_at) from charge_attempts where order_id = o.id) as first_started_at
  from charge_attempts a
    left join cycles c on c.order_id = a.order_id
    join orders o on o.id = a.order_id
  where a.key = $1`
