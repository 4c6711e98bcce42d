import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { intents } from '#server/modules/payments/tables.ts'
import { checkouts } from './tables.ts'

type FirstIntent = {
  checkoutId: string
  orderId: string
  intentId: string
  livemode: boolean
  now: Date
}

/**
 * Remembers the first intent of a checkout: among all intents, so that none is lost sight of, and on
 * the checkout, where the first writer wins. One statement, for it is on every buyer's way.
 */
export async function noteIntent(db: Db, first: FirstIntent): Promise<void> {
  const { checkoutId, orderId, intentId, livemode, now } = first
  await db.execute(sql`
    with kept as (
      insert into ${intents} (id, order_id, livemode, created_at)
      values (${intentId}, ${orderId}, ${livemode}, ${now})
      on conflict do nothing
    )
    update ${checkouts} set intent_id = ${intentId}
    where id = ${checkoutId} and intent_id is null`)
}
