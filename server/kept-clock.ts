import type { Pool } from 'pg'

/** The setting that holds by how much a development shop's clock was put ahead. */
export const CLOCK_AHEAD = 'clock_ahead_ms'

/** A clock that was put ahead stays so over a restart: its orders are dated there. */
export async function keptAheadMs(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ value: string }>(
    'select value from settings where name = $1',
    [CLOCK_AHEAD],
  )
  return Number(rows[0]?.value ?? 0)
}
