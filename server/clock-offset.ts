import type { Pool } from 'pg'

/** The setting that stores how far a development shop's clock was advanced. */
export const CLOCK_OFFSET = 'clock_offset_ms'

/** The offset survives restarts, because orders were created at the advanced time. */
export async function readClockOffsetMs(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ value: string }>(
    'select value from settings where name = $1',
    [CLOCK_OFFSET],
  )
  return Number(rows[0]?.value ?? 0)
}
