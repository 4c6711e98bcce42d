import type { TestShop } from './open-shop.ts'

/** Waits until so many transactions wait for a lock. */
export async function untilBlocked(shop: TestShop, count = 1): Promise<void> {
  for (;;) {
    const rows = await shop.sql(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (rows.length >= count) return
  }
}
