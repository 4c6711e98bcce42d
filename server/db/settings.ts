import type { Pool } from 'pg'
import type { Clock } from '#server/runtime.ts'

/** Reads a setting and creates it at the first start. With several processes, the first wins. */
export async function getOrCreateSetting(
  pool: Pool,
  clock: Clock,
  name: string,
  createValue: () => string,
): Promise<string> {
  await pool.query(
    'insert into settings (name, value, created_at) values ($1, $2, $3) on conflict (name) do nothing',
    [name, createValue(), clock.now()],
  )
  const value = await findSetting(pool, name)
  if (value === undefined) throw new Error(`setting ${name} not found`)
  return value
}

export async function findSetting(pool: Pool, name: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ value: string }>(
    'select value from settings where name = $1',
    [name],
  )
  return rows[0]?.value
}

export async function replaceSetting(
  pool: Pool,
  clock: Clock,
  name: string,
  value: string,
): Promise<void> {
  await pool.query(
    `insert into settings (name, value, created_at) values ($1, $2, $3)
     on conflict (name) do update set value = excluded.value`,
    [name, value, clock.now()],
  )
}
