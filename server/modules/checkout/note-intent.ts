import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { type Given, statement } from '#server/db/statement.ts'
import { intents } from '#server/modules/payments/tables.ts'
import { checkouts } from './tables.ts'

type FirstIntent = {
  checkoutId: string
  orderId: string
  intentId: string
  livemode: boolean
  now: Date
}

const keep = statement((db, given: Given<FirstIntent>) => {
  const kept = db.$with('kept').as(
    db
      .insert(intents)
      .values({
        id: given('intentId'),
        orderId: given('orderId'),
        livemode: given('livemode'),
        createdAt: given('now'),
      })
      .onConflictDoNothing()
      .returning({ id: intents.id }),
  )
  return db
    .with(kept)
    .update(checkouts)
    .set({ intentId: given('intentId') })
    .where(and(eq(checkouts.id, given('checkoutId')), isNull(checkouts.intentId)))
})

/**
 * Remembers the first intent of a checkout: among all intents, so that none is lost sight of, and on
 * the checkout, where the first writer wins. One statement, for it is on every buyer's way.
 */
export async function noteIntent(db: Db, first: FirstIntent): Promise<void> {
  await keep(db, first)
}
