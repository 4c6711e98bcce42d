import type { Pool } from 'pg'
import { findSetting } from './db/settings.ts'

/** The setting that stores how far a development shop's clock was advanced. */
export const CLOCK_OFFSET = 'clock_offset_ms'

/** The offset survives restarts, because orders were created at the advanced time. */
export const readClockOffsetMs = async (pool: Pool): Promise<number> =>
  Number((await findSetting(pool, CLOCK_OFFSET)) ?? 0)
