import pg from 'pg'

export type Connection = {
  host: string
  port: number
  user: string
  database: string
  password?: string
}

/**
 * Only one app may use a cluster. PostgreSQL releases the advisory lock with its connection, so a
 * crash needs no cleanup. `locked` means that another app is running; `unreachable` means that the
 * server is starting, recovering or stopping.
 */
export type Claim =
  | { kind: 'acquired'; client: pg.Client }
  | { kind: 'locked' }
  | { kind: 'unreachable'; reason: string }

/** An arbitrary id that no other code on this cluster uses for an advisory lock. */
const OWNER_LOCK_ID = 4_207_849_484

export async function claimCluster(connection: Connection): Promise<Claim> {
  // Locked in the database `postgres`, because the shop's database may not exist yet.
  const client = new pg.Client({
    ...connection,
    database: 'postgres',
    application_name: 'carboy-owner',
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => {}) // The 'end' event reports a lost connection.
  try {
    await client.connect()
    const { rows } = await client.query('select pg_try_advisory_lock($1) as acquired', [
      OWNER_LOCK_ID,
    ])
    if (!rows[0].acquired) {
      await client.end()
      return { kind: 'locked' }
    }
    await ensureDatabase(client, connection.database)
    return { kind: 'acquired', client }
  } catch (error) {
    client.end().catch(() => {})
    return { kind: 'unreachable', reason: error instanceof Error ? error.message : String(error) }
  }
}

async function ensureDatabase(client: pg.Client, name: string) {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  if (!rowCount) await client.query(`create database ${pg.escapeIdentifier(name)}`)
}
