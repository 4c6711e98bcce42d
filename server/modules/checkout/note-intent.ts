import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { type Given, statement } from '#server/db/statement.ts'
import { intents } from '#server/modules/payments/tables.ts'
import type { CheckoutRow } from './queries.ts'
import { checkouts } from './tables.ts'

type FirstIntent = {
  checkoutId: string
  orderId: string
  intentId: string
  livemode: boolean
  network: string
  now: Date
}

type Noted = Pick<FirstIntent, 'orderId' | 'intentId' | 'livemode' | 'network'>

/** Among all intents, so that none is lost sight of. */
function intentKept<Values extends Noted>(
  db: Db,
  given: Given<Values>,
  now: keyof Values & string,
) {
  return db.$with('kept').as(
    db
      .insert(intents)
      .values({
        id: given('intentId'),
        orderId: given('orderId'),
        livemode: given('livemode'),
        network: given('network'),
        createdAt: given(now),
      })
      .onConflictDoNothing()
      .returning({ id: intents.id }),
  )
}

const keep = statement((db, given: Given<FirstIntent>) =>
  db
    .with(intentKept(db, given, 'now'))
    .update(checkouts)
    .set({ intentId: given('intentId') })
    .where(and(eq(checkouts.id, given('checkoutId')), isNull(checkouts.intentId))),
)

/** Remembers the first intent of a checkout that others may be beginning too: the first writer wins. */
export async function noteIntent(db: Db, first: FirstIntent): Promise<void> {
  await keep(db, first)
}

export type NewCheckout = Pick<
  CheckoutRow,
  'id' | 'orderId' | 'browserHash' | 'provisionalCents' | 'createdAt'
>

export const valuesOf = <Values extends NewCheckout>(given: Given<Values>) => ({
  id: given('id'),
  orderId: given('orderId'),
  browserHash: given('browserHash'),
  provisionalCents: given('provisionalCents'),
  createdAt: given('createdAt'),
})

const keepBoth = statement((db, given: Given<NewCheckout & Noted>) =>
  db
    .with(intentKept(db, given, 'createdAt'))
    .insert(checkouts)
    .values({ ...valuesOf(given), intentId: given('intentId') }),
)

/** Remembers a checkout and its intent at once. One statement, for it is on every buyer's way. */
export async function noteFirst(db: Db, both: NewCheckout & Noted): Promise<void> {
  await keepBoth(db, both)
}
