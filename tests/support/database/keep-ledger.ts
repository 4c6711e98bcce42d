import pg from 'pg'

type Row = Record<string, unknown>

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Reads the sandbox's ledger, which is lost with its database, unlike Stripe's. Returns a function that
 * puts it into a restored database, in place of the ledger of the backup.
 */
export async function keepLedger(url: string): Promise<(into: string) => Promise<void>> {
  const tables = await withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname = 'sandbox' order by 1`,
    )
    const kept: [name: string, rows: Row[]][] = []
    for (const { name } of rows) {
      const { rows: all } = await client.query<{ row: Row }>(
        `select to_jsonb(t) as row from ${name} t`,
      )
      kept.push([name, all.map(({ row }) => row)])
    }
    return kept
  })
  return (into) =>
    withClient(into, async (client) => {
      await client.query('begin')
      await client.query(`truncate ${tables.map(([name]) => name).join(', ')}`)
      for (const [name, rows] of tables)
        await client.query(
          `insert into ${name} select * from jsonb_populate_recordset(null::${name}, $1)`,
          [JSON.stringify(rows)],
        )
      await client.query(
        `select setval(format('%I.%I', schemaname, sequencename)::regclass, 1000000)
         from pg_sequences where schemaname = 'sandbox'`,
      )
      await client.query('commit')
    })
}
