import type { Pool } from 'pg'

/** Tables that grow with the orders. Products, trucks, staff and settings are not copied. */
const COPIED_TABLES = [
  'customers',
  'orders',
  'order_items',
  'payments',
  'payment_steps',
  'intents',
  'payers',
  'refunds',
  'checkouts',
  'consents',
  'subscriptions',
  'subscription_items',
  'cycles',
  'cycle_extras',
  'charge_attempts',
  'mails',
  'schedules',
]

/** Columns that reference rows which are not copied. */
const SHARED_IDS = ['product_id', 'truck_id', 'staff_id', 'lease', 'lease_token']

type Column = { name: string; type: string; isUnique: boolean; default: string | null }

/**
 * Copies the fixture's orders and their related rows until there are that many orders. Each new id
 * is derived from the original id, so the copied rows reference each other like the originals.
 */
export async function multiplyRows(pool: Pool, orders: number): Promise<number> {
  const { rows } = await pool.query<{ n: number; last: number }>(
    'select count(*) as n, max(invoice_number) as last from orders',
  )
  const { n = 1, last = 0 } = rows[0] ?? {}
  const copies = Math.max(0, Math.ceil(orders / n) - 1)
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query(copyId(await saltWithoutCollisions(pool, copies)))
    await client.query('begin')
    await client.query("set local session_replication_role = 'replica'")
    for (const table of COPIED_TABLES) {
      const columns = await readColumns(pool, table)
      const names = columns.filter((column) => !column.default?.startsWith('nextval'))
      await client.query(
        `insert into ${table} (${names.map(({ name }) => `"${name}"`).join(', ')})
         select ${names.map((column) => copied(column, last)).join(', ')}
         from ${table} t, generate_series(1, ${copies}) k`,
      )
    }
    await client.query('update invoice_counter set last_number = last_number * $1', [copies + 1])
    await client.query('commit')
    await client.query('drop function pg_temp.copy_id')
    await client.query('vacuum (analyze)')
  } finally {
    client.release(true)
  }
  return n * (copies + 1)
}

function copied({ name, type, isUnique }: Column, lastInvoice: number): string {
  const column = `t."${name}"`
  if (type === 'uuid' && !SHARED_IDS.includes(name)) return `pg_temp.copy_id(${column}, k)`
  if (type === 'text' && (isUnique || /_id$|_ref$/.test(name))) return `${column} || '_' || k`
  if (name === 'email' || name === 'customer_email') return `k || '.' || ${column}`
  if (name === 'invoice_number') return `${column} + k * ${lastInvoice}`
  return column
}

/** Finds a salt that gives unique order numbers. An order number is the start of the id. */
async function saltWithoutCollisions(pool: Pool, copies: number): Promise<number> {
  for (let salt = 1; salt < 100; salt++) {
    const { rows } = await pool.query<{ isFree: boolean }>(
      `select count(distinct left(md5('${salt}' || id || k), 8)) = count(*)
         and not bool_or(left(md5('${salt}' || id || k), 8) in (select left(id::text, 8) from orders)) as "isFree"
       from orders, generate_series(1, ${copies}) k`,
    )
    if (rows[0]?.isFree ?? copies === 0) return salt
  }
  throw new Error('every salt makes two orders share a number')
}

const copyId = (salt: number) =>
  `create function pg_temp.copy_id(id uuid, k int) returns uuid language sql immutable as
   $$ select md5('${salt}' || id || k)::uuid $$`

async function readColumns(pool: Pool, table: string): Promise<Column[]> {
  const { rows } = await pool.query<Column>(
    `select a.attname as name, format_type(a.atttypid, null) as type,
       pg_get_expr(d.adbin, d.adrelid) as default,
       exists (select from pg_index i where i.indrelid = a.attrelid and i.indisunique
         and i.indnatts = 1 and i.indkey[0] = a.attnum) as "isUnique"
     from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped order by a.attnum`,
    [table],
  )
  return rows
}
