import { query } from './machines/postgres.ts'

/** How much the second half may need above the first: the caches of a longer day. */
const GROWTH = 1.15

const median = (values: number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** The first quarter is left out: programs and caches are still loading. */
export function isFlat(samples: number[]): boolean {
  const quarter = Math.floor(samples.length / 4)
  const early = median(samples.slice(quarter, 2 * quarter))
  const late = median(samples.slice(3 * quarter))
  return samples.length >= 8 && late <= early * GROWTH
}

/** Rows that must not be found at the given time: docs/operations.md, "How long data is kept". */
const limits: Record<string, string> = {
  sessions: `sessions where expires_at < $1::timestamptz - interval '1 day'`,
  'login requests': `login_requests where created_at < $1::timestamptz - interval '8 days'`,
  'rate limits': `rate_limits where ends_at < $1::timestamptz - interval '1 day'`,
  'deferred effects': `deferred_order_effects where done_at < $1::timestamptz - interval '2 days'`,
  'unpaid orders': `orders o join payments p on p.order_id = o.id
    where p.status = 'pending' and o.created_at < $1::timestamptz - interval '3 days'`,
}

/** Returns the kinds of rows that somebody should have deleted or cancelled. */
export async function findUnpruned(url: string, now: Date): Promise<string[]> {
  const found: string[] = []
  for (const [name, rows] of Object.entries(limits)) {
    const sql = `select count(*)::int as count from ${rows}`
    const [row] = await query<{ count: number }>(url, sql, [now])
    if (row?.count) found.push(`${name}: ${row.count}`)
  }
  return found
}
