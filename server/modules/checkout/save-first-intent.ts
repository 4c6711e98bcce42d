import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
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

type IntentValues = Pick<FirstIntent, 'orderId' | 'intentId' | 'livemode' | 'network'>

/** Among all intents, so that none is lost sight of. */
function insertedIntent<Values extends IntentValues>(
  db: Db,
  param: Params<Values>,
  now: keyof Values & string,
) {
  return db.$with('kept').as(
    db
      .insert(intents)
      .values({
        id: param('intentId'),
        orderId: param('orderId'),
        livemode: param('livemode'),
        network: param('network'),
        createdAt: param(now),
      })
      .onConflictDoNothing()
      .returning({ id: intents.id }),
  )
}

const setFirstIntent = preparedStatement((db, param: Params<FirstIntent>) =>
  db
    .with(insertedIntent(db, param, 'now'))
    .update(checkouts)
    .set({ intentId: param('intentId') })
    .where(and(eq(checkouts.id, param('checkoutId')), isNull(checkouts.intentId))),
)

/** Remembers the first intent of a checkout that others may be beginning too: the first writer wins. */
export async function saveFirstIntent(db: Db, first: FirstIntent): Promise<void> {
  await setFirstIntent(db, first)
}

export type NewCheckout = Pick<
  CheckoutRow,
  'id' | 'orderId' | 'browserHash' | 'provisionalCents' | 'createdAt'
>

export const checkoutValues = <Values extends NewCheckout>(param: Params<Values>) => ({
  id: param('id'),
  orderId: param('orderId'),
  browserHash: param('browserHash'),
  provisionalCents: param('provisionalCents'),
  createdAt: param('createdAt'),
})

const insertCheckoutWithIntent = preparedStatement(
  (db, param: Params<NewCheckout & IntentValues>) =>
    db
      .with(insertedIntent(db, param, 'createdAt'))
      .insert(checkouts)
      .values({ ...checkoutValues(param), intentId: param('intentId') }),
)

/** Remembers a checkout and its intent at once. One statement, for it is on every buyer's way. */
export async function saveCheckoutWithIntent(
  db: Db,
  both: NewCheckout & IntentValues,
): Promise<void> {
  await insertCheckoutWithIntent(db, both)
}
