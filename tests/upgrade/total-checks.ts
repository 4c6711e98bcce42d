import { same, type UpgradeChecks } from './upgrade-check.ts'

/** Counts and sums by status, to be read by a person after an upgrade. */
export const totalChecks: UpgradeChecks = {
  'orders by status': same(
    `select status, delivery_status, count(*), sum(subtotal_cents), sum(discount_cents), sum(total_cents)
     from orders group by 1, 2 order by 1, 2`,
  ),
  'invoice numbers': same(
    `select min(invoice_number), max(invoice_number), count(invoice_number),
       (select last_number from invoice_counter) from orders`,
  ),
  'payments by status': same(
    `select kind, status, count(*), sum(amount_cents), sum(refunded_cents), sum(outside_refunded_cents)
     from payments group by 1, 2 order by 1, 2`,
  ),
  'payments to apply again': same(
    `select count(*) filter (where set_aside_at is not null),
       count(*) filter (where set_aside_at is null and settle_failures > 0) from payments`,
  ),
  'refunds by status': same(
    `select status, count(*), sum(amount_cents) from refunds group by 1 order by 1`,
  ),
  'disputes by state': same(
    `select state, count(*), sum(amount_cents) from disputes group by 1 order by 1`,
  ),
  'subscriptions by status': same(
    `select status, paused_until is not null as has_end, count(*) from subscriptions
     group by 1, 2 order by 1, 2`,
  ),
  'subscriptions paused by a dispute': same(
    `select count(*) from subscriptions s where status = 'paused' and exists (
       select from payments p left join orders o on o.id = p.order_id
       where p.status = 'disputed' and coalesce(o.parent_order_id, o.id) = s.id)`,
  ),
  'cycles by status': same(
    `select status, $skip_reason, count(*) from cycles group by 1, 2 order by 1, 2`,
  ),
  'charge attempts by outcome': same(
    `select $attempt_outcome, count(*), sum(amount_cents) from charge_attempts group by 1 order by 1`,
  ),
  'emails by status': same(
    `select $email_status, kind, count(*) from mails group by 1, 2 order by 1, 2`,
  ),
  'alerts by kind': same(
    `select kind, ended_at is null as is_open, count(*) from alerts group by 1, 2 order by 1, 2`,
  ),
  'audit log by actor': same(
    `select actor, deed, count(*) from audit_entries group by 1, 2 order by 1, 2`,
  ),
  'deferred effects by kind': same(
    `select effect, done_at is not null as is_done, count(*) from deferred_order_effects
     group by 1, 2 order by 1, 2`,
  ),
  'checkouts by end': same(
    `select ended_as, placed_at is not null as is_placed, count(*) from checkouts
     group by 1, 2 order by 1, 2`,
  ),
  'stops by status': same(`select status, count(*) from schedules group by 1 order by 1`),
  'mismatches by kind': same(
    `select source, what, count(*) from mismatches group by 1, 2 order by 1, 2`,
  ),
  'daily and monthly totals': same(
    `select $rollup_name, day, sum(n), sum(cents) from tallies group by 1, 2
     having sum(n) <> 0 or sum(cents) <> 0 order by 1, 2`,
  ),
  'stored counts': {
    before: `select name, sum(n) from counters group by 1 having sum(n) <> 0 order by 1`,
    // Newer versions count trucks per request and add up all stops from the counts by status.
    after: `select name, sum(n) from (
        select name, n from counters
        union all select 'schedules', n from counters where name like 'schedules:%'
        union all select 'trucks', 1 from trucks
        union all select 'trucks:' || status, 1 from trucks
      ) as counted group by 1 having sum(n) <> 0 order by 1`,
  },
  'stored subscription counts': same(
    `select status, frequency, basket, sum(n) from subscription_counts group by 1, 2, 3
     having sum(n) <> 0 order by 1, 2, 3`,
  ),
  'objects at the provider': same(
    `select type, count(*), sum((data->>'amount')::bigint) from sandbox.objects group by 1 order by 1`,
  ),
  'other rows': same(
    `select 'provider events', count(*) from provider_events
     union all select 'sign-in requests', count(*) from login_requests
     union all select 'provider customers to delete', count(*) from provider_customer_deletions
     union all select 'orders marked with a failed payment', count(*) from orders where has_failed_payment
     union all select 'orders marked with a stop', count(*) from orders where has_schedule
     order by 1`,
  ),
}
