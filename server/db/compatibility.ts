import type pg from 'pg'

/**
 * The earliest version whose processes can run on the tables of this one, named by its last migration.
 * It moves on with a migration that removes, renames or requires something which that version doesn't
 * know: then the shop has to be closed for the upgrade (docs/decisions/070-going-live.md).
 */
export const OLDEST_COMPATIBLE = '0077_tracking'

export const COMPATIBILITY_TABLE = `
  create table if not exists drizzle.compatibility (
    id int primary key check (id = 1), latest bigint not null, oldest bigint not null)`

type Compatibility = { latest: number; oldest: number }

/** Reads what the version that migrated the database last has recorded. */
export async function readCompatibility(client: pg.Client): Promise<Compatibility | undefined> {
  const { rows } = await client.query<{ latest: string; oldest: string }>(
    'select latest::text, oldest::text from drizzle.compatibility',
  )
  return rows[0] && { latest: Number(rows[0].latest), oldest: Number(rows[0].oldest) }
}

export async function recordCompatibility(
  client: pg.Client,
  { latest, oldest }: Compatibility,
): Promise<void> {
  await client.query(
    `insert into drizzle.compatibility (id, latest, oldest) values (1, $1, $2)
     on conflict (id) do update set latest = excluded.latest, oldest = excluded.oldest`,
    [latest, oldest],
  )
}
