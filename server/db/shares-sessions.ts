type Connection = {
  query(text: string): Promise<{ rows: { pid: number }[] }>
  release(): void
}

/** A busy pooler may happen to keep two connections apart for a moment. */
const ROUNDS = 4

/**
 * Whether a pooler in front of PostgreSQL gives two of our connections the same session, as PgBouncer
 * does in transaction mode.
 */
export async function sharesSessions(pool: { connect(): Promise<Connection> }): Promise<boolean> {
  const first = await pool.connect()
  try {
    const second = await pool.connect()
    try {
      const pids = new Set<number>()
      for (let round = 0; round < ROUNDS; round++) {
        // One after the other: a pooler hands the session of the first on to the second.
        for (const connection of [first, second]) pids.add(await readPid(connection))
      }
      return pids.size !== 2
    } finally {
      second.release()
    }
  } finally {
    first.release()
  }
}

async function readPid(connection: Connection): Promise<number> {
  const { rows } = await connection.query('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}
