import { countIn, query } from './machines/postgres.ts'

/** Stored permanently: orders, payments, emails and decisions. docs/operations.md, "How long data is kept". */
const facts = [
  'alerts',
  'audit_entries',
  'balance_transactions',
  'bottle_balances',
  'bottle_events',
  'bottle_holders',
  'bottle_movements',
  'bottle_routes',
  'bottle_settlements',
  'charge_attempts',
  'consents',
  'credit_accounts',
  'credit_entries',
  'customers',
  'cycles',
  'declines',
  'delivery_points',
  'deposit_counts',
  'driver_devices',
  'driver_events',
  'driver_reviews',
  'drivers',
  'emails',
  'intents',
  'invoice_entries',
  'loaded_routes',
  'loaded_stops',
  'order_items',
  'orders',
  'payment_transitions',
  'payments',
  'payouts',
  'phone_orders',
  'point_fixes',
  'provider_customers',
  'provider_events',
  'receipts',
  'refunds',
  // Totals by day.
  'rollups',
  'routes',
  'schedules',
  'stop_states',
  'subscription_items',
  'subscriptions',
  'tenders',
  'told_windows',
  'trucks',
]

/** Not the shop's: the card provider, and the mailbox in the place of a mail server. */
const outside = [
  'mailbox',
  'sandbox.balance_transactions',
  'sandbox.events',
  'sandbox.idempotency_keys',
  'sandbox.objects',
]

/** One row per name of something, such as a job. */
const FEW_ROWS = 200
const few = [
  'counters',
  'engine_heartbeats',
  'heartbeats',
  'invoice_counter',
  'pgboss.queue',
  'pgboss.schedule',
  'pgboss.version',
  'provider_checkpoints',
]

/** Pruned: the rows that should have been deleted, cancelled or compacted by the given time. */
export const pruned = {
  checkouts: `checkouts where placed_at is null and ended_at < $1::timestamptz - interval '31 days'`,
  deferred_order_effects: `deferred_order_effects where done_at < $1::timestamptz - interval '2 days'`,
  // Positions of drivers.
  driver_events: `driver_events where fix is not null and received_at < $1::timestamptz - interval '31 days'`,
  driver_links: `driver_links where expires_at < $1::timestamptz - interval '31 days'`,
  driver_photos: `driver_photos where created_at < $1::timestamptz - interval '91 days'`,
  known_devices: `known_devices where seen_at < $1::timestamptz - interval '181 days'`,
  login_requests: `login_requests where created_at < $1::timestamptz - interval '8 days'`,
  // Unpaid ones are cancelled, except renewals: they wait for their delivery date.
  orders: `orders o join payments p on p.order_id = o.id
    where p.status = 'pending' and p.kind <> 'cycle' and o.created_at < $1::timestamptz - interval '3 days'`,
  // The job queue has the time of the database.
  'pgboss.job': `pgboss.job where completed_on < now() - interval '15 days' and $1::date is not null`,
  planned_deliveries: `planned_deliveries where date < $1::date - 7`,
  rate_limits: `rate_limits where ends_at < $1::timestamptz - interval '1 day'`,
  sessions: `sessions where expires_at < $1::timestamptz - interval '1 day'`,
  // Compacted every ten minutes.
  subscription_counts: `(select from subscription_counts offset 3000) as rest where $1::date is not null`,
} satisfies Record<string, string>

export const listedTables = [...facts, ...outside, ...few, ...Object.keys(pruned)]

type Counts = Map<string, number>

/** The rows of every table, by name, with the schema if it is not the shop's own. */
export async function countRows(url: string): Promise<Counts> {
  const tables = await query<{ name: string }>(
    url,
    `select case nspname when 'public' then '' else nspname || '.' end || relname as name
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind in ('r', 'p') and not relispartition
       and nspname not in ('pg_catalog', 'information_schema') order by 1`,
  )
  const counts: Counts = new Map()
  for (const { name } of tables) counts.set(name, await countIn(url, name))
  return counts
}

type Growth = { facts: string[]; others: string[] }

/** The tables that have more rows than before: those that may, and those that no job prunes. */
export function findGrowth(before: Counts, after: Counts): Growth {
  const mayGrow = new Set([...facts, ...outside])
  const growth: Growth = { facts: [], others: [] }
  for (const [name, count] of after) {
    const more = count - (before.get(name) ?? 0)
    if (more <= 0) continue
    if (few.includes(name) && count <= FEW_ROWS) continue
    if (mayGrow.has(name)) growth.facts.push(`${name} +${more}`)
    else if (!Object.hasOwn(pruned, name)) growth.others.push(`${name} +${more}`)
  }
  return growth
}

/** Returns the tables with rows that should be gone. */
export async function findUnpruned(url: string, now: Date): Promise<string[]> {
  const found: string[] = []
  for (const [name, rows] of Object.entries(pruned)) {
    const count = await countIn(url, rows, [now])
    if (count > 0) found.push(`${name}: ${count}`)
  }
  return found
}
