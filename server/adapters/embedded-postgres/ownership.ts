import pg from 'pg'

export type Connection = {
  host: string
  port: number
  user: string
  database: string
  password?: string
}

/**
 * One app per cluster. The lock lives as long as its connection, so that it needs no cleaning up
 * after a kill: `held` means that another app is alive, `silent` that the server does not answer
 * (it is starting, recovering or stopping).
 */
export type Claim =
  | { kind: 'mine'; client: pg.Client }
  | { kind: 'held' }
  | { kind: 'silent'; reason: string }

/** Any number will do as long as nobody else on this cluster locks the same one. */
const ownerLock = 4_207_849_484

export async function claimCluster(connection: Connection): Promise<Claim> {
  // The lock belongs to a database of its own, apart from the shop's, which may not exist yet.
  const client = new pg.Client({
    ...connection,
    database: 'postgres',
    application_name: 'carboy-owner',
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {}) // A lost connection is noticed by its 'end'.
  try {
    await client.connect()
    const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [ownerLock])
    if (!rows[0].mine) {
      await client.end()
      return { kind: 'held' }
    }
    await ensureDatabase(client, connection.database)
    return { kind: 'mine', client }
  } catch (error) {
    client.end().catch(() => {})
    return { kind: 'silent', reason: error instanceof Error ? error.message : String(error) }
  }
}

async function ensureDatabase(client: pg.Client, name: string) {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  if (!rowCount) await client.query(`create database ${pg.escapeIdentifier(name)}`)
}
