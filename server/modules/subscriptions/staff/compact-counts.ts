import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'

/** Merges the delta rows. Concurrent readers see either the old rows or the merged ones. */
export async function compactCounts({ db }: { db: Db }): Promise<void> {
  await db.execute(sql`
    with changes as (delete from subscription_counts returning status, frequency, item_quantities, n)
    insert into subscription_counts (status, frequency, item_quantities, n)
    select status, frequency, item_quantities, sum(n) from changes group by 1, 2, 3 having sum(n) <> 0`)
}
