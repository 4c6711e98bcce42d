import type { Pool } from 'pg'
import type { Clock } from '#server/runtime.ts'

/** Reads a setting, writing the drawn value at the first start; with several processes, first wins. */
export async function getOrCreateSetting(
  pool: Pool,
  clock: Clock,
  name: string,
  draw: () => string,
): Promise<string> {
  await pool.query(
    'insert into settings (name, value, created_at) values ($1, $2, $3) on conflict (name) do nothing',
    [name, draw(), clock.now()],
  )
  const value = await findSetting(pool, name)
  if (value === undefined) throw new Error(`setting ${name} vanished`)
  return value
}

export async function findSetting(pool: Pool, name: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ value: string }>(
    'select value from settings where name = $1',
    [name],
  )
  return rows[0]?.value
}
