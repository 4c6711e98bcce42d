import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import { type IntentValues, insertedIntent } from '#server/modules/payments/index.ts'
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

const setFirstIntent = preparedStatement((db, param: Params<FirstIntent>) =>
  db
    .with(insertedIntent(db, param, 'now'))
    .update(checkouts)
    .set({ intentId: param('intentId') })
    .where(and(eq(checkouts.id, param('checkoutId')), isNull(checkouts.intentId))),
)

/** Saves a checkout's first intent. If several requests create one, the first writer wins. */
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

/** Saves a new checkout with its intent, in one statement, because every buyer waits for it. */
export async function saveCheckoutWithIntent(
  db: Db,
  values: NewCheckout & IntentValues,
): Promise<void> {
  await insertCheckoutWithIntent(db, values)
}
