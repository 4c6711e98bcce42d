import type pg from 'pg'

/** Returns a time zone in which it is 10 AM, so that today's deliveries are due. */
export function morningZone(now: Date): string {
  const offset = (10 - now.getUTCHours() + 24) % 24
  const hours = offset > 12 ? offset - 24 : offset
  if (hours === 0) return 'UTC'
  // The sign of these names is inverted: Etc/GMT-5 is UTC+5.
  return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`
}

/** Inserts subscriptions whose delivery of today is ordered and due. */
export async function fillDueDay(pool: pg.Pool, count: number, today: string): Promise<void> {
  for (const statement of statements) {
    const values = [count, today].slice(0, statement.includes('$2') ? 2 : 1)
    await pool.query(statement, values)
  }
  await pool.query('analyze')
}

/** Ids that differ in their first 8 characters, the order number. */
const id = (kind: string) =>
  `(lpad(to_hex(n * 2 + ${kind}), 8, '0') || '-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`
const first = id('0')
const renewal = id('1')
const series = 'from generate_series(1, $1::int) n'

const statements = [
  `insert into customers (id, email, name, created_at)
   select ${first}, 'person' || n || '@example.com', 'Person ' || n, now() ${series}`,
  ...[first, renewal].map(
    (
      order,
    ) => `insert into orders (id, customer_id, customer_name, customer_email, delivery_address,
       delivery_city, delivery_state, delivery_zip, delivery_date, status, subtotal_cents,
       discount_cents, total_cents, bottles, is_recurring, recurring_frequency, parent_order_id, created_at,
       updated_at)
     select ${order}, ${first}, 'Person ' || n, 'person' || n || '@example.com', n || ' Main Street',
       'Kingston', 'NY', '12401', $2::date, '${order === first ? 'confirmed' : 'pending'}', 2000, 300,
       1700, 2, ${order === first}, ${order === first ? `'weekly'` : 'null'},
       ${order === first ? 'null::uuid' : first}, now(), now() ${series}`,
  ),
  `insert into order_items (id, order_id, product_id, product_name, product_size, quantity, price_cents,
     position)
   select gen_random_uuid(), ${renewal}, p.id, p.name, p.size, 2, 1000, 0
   ${series}, (select * from products order by position limit 1) p`,
  `insert into payments (order_id, kind, amount_cents, customer_ref, created_at, updated_at)
   select ${renewal}, 'cycle', 1700, 'cus_test' || n, now(), now() ${series}`,
  `insert into subscriptions (id, customer_id, status, frequency, anchor, anchor_cycle, next_cycle,
     next_date, customer_name, delivery_address, delivery_city, delivery_state, delivery_zip,
     payment_method_ref, customer_ref, uses_default_card, created_at, updated_at)
   select ${first}, ${first}, 'active', 'weekly', $2::date - 7, 0, 2, $2::date + 7, 'Person ' || n,
     n || ' Main Street', 'Kingston', 'NY', '12401', 'pm_test' || n, 'cus_test' || n, false, now(),
     now() ${series}`,
  `insert into subscription_items (subscription_id, product_id, quantity, position, agreed_cents)
   select ${first}, p.id, 2, 0, 899 ${series}, (select * from products order by position limit 1) p`,
  `insert into cycles (subscription_id, cycle, date, status, order_id, due_at, created_at, updated_at)
   select ${first}, 1, $2::date, 'ordered', ${renewal}, now(), now(), now() ${series}`,
]
