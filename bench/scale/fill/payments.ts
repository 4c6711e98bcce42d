const intent = `'pi_' || fill.hex(o.n, 50)`
const isCharged = `o.outcome <> 'upcoming'`
const endedAt = `coalesce(o.paid_at, o.created_at + interval '1 day')`
const refundedAt = `o.created_at + interval '1 day'`

/** Payments of upcoming deliveries have no intent yet. All others are settled, so that nothing is reconciled. */
export const payments = `
  insert into payments (order_id, intent_id, amount_cents, status, refunded_cents, payment_method_ref, customer_ref,
    paid_at, checked_at, created_at, updated_at, kind)
  select o.id, case when ${isCharged} then ${intent} end, o.total_cents,
    case o.outcome when 'upcoming' then 'pending' when 'unpaid' then 'failed' when 'refunded' then 'refunded' else 'paid' end,
    case o.outcome when 'refunded' then o.total_cents else 0 end,
    case when o.paid_at is not null then 'pm_' || fill.hex(o.customer_n, 31) end, 'cus_' || fill.hex(o.customer_n, 30),
    o.paid_at, case when ${isCharged} then ${endedAt} end, o.created_at, coalesce(o.paid_at, o.created_at),
    case when o.cycle is null then 'checkout' else 'cycle' end
  from fill.orders o order by o.n`

export const intents = `
  insert into intents (id, order_id, livemode, created_at, closed_at, checked_at)
  select ${intent}, o.id, false, case when o.cycle is null then o.created_at else o.paid_at end, ${endedAt}, ${endedAt}
  from fill.orders o where ${isCharged} order by o.n`

export const transitions = `
  insert into payment_transitions (order_id, intent_id, from_status, to_status, created_at)
  select o.id, ${intent}, 'pending', case o.outcome when 'unpaid' then 'failed' else 'paid' end, ${endedAt}
  from fill.orders o where ${isCharged}
  union all
  select o.id, ${intent}, 'paid', 'refunded', ${refundedAt} from fill.orders o where o.outcome = 'refunded'`

export const refunds = `
  insert into refunds (id, order_id, intent_id, amount_cents, reason, dedupe_key, status, provider_ref, attempts,
    due_at, created_at, updated_at)
  select fill.id(o.n, 60), o.id, ${intent}, o.total_cents, 'order was cancelled', 'cancel:' || o.id, 'succeeded',
    're_' || fill.hex(o.n, 61), 1, ${refundedAt}, ${refundedAt}, ${refundedAt}
  from fill.orders o where o.outcome = 'refunded' order by o.n`
