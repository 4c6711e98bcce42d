import { and, eq, inArray, isNull } from 'drizzle-orm'
import type { DbOrTx, Tx } from '#server/db/client.ts'
import { pipelined } from '#server/db/pipelined.ts'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import type { PaymentDeps } from '../deps.ts'
import type { CardIntent } from '../port.ts'
import type { IntentRow, PaymentRow } from '../queries.ts'
import { intents, payments } from '../tables.ts'

const insertIntent = preparedStatement(
  (db, given: Params<Pick<IntentRow, 'id' | 'orderId' | 'livemode' | 'network' | 'createdAt'>>) =>
    db
      .insert(intents)
      .values({
        id: given('id'),
        orderId: given('orderId'),
        livemode: given('livemode'),
        network: given('network'),
        createdAt: given('createdAt'),
      })
      .onConflictDoNothing(),
)

type PaymentDue = Pick<PaymentRow, 'orderId' | 'amountCents' | 'intentId' | 'customerRef'>

const upsertPayment = preparedStatement((db, given: Params<PaymentDue & { now: Date }>) => {
  const terms = {
    amountCents: given('amountCents'),
    intentId: given('intentId'),
    customerRef: given('customerRef'),
    updatedAt: given('now'),
  }
  return (
    db
      .insert(payments)
      .values({ orderId: given('orderId'), createdAt: given('now'), ...terms })
      // Only a payment that nothing has happened to may be agreed on anew.
      .onConflictDoUpdate({
        target: payments.orderId,
        set: terms,
        setWhere: eq(payments.status, 'pending'),
      })
  )
})

/** Remembers an intent that was made at the provider; from here on none is ever lost sight of. */
export async function recordIntent(
  db: DbOrTx,
  { clock }: Pick<PaymentDeps, 'clock'>,
  intent: CardIntent,
  orderId: string,
  network: string | null = null,
): Promise<void> {
  const { id, livemode } = intent
  await insertIntent(db, { id, orderId, livemode, network, createdAt: clock.now() })
}

/** What is owed for an order, and the one intent that may pay it; none yet for a bare order. */
export async function createPayment(
  tx: Tx,
  { clock }: Pick<PaymentDeps, 'clock'>,
  owed: { orderId: string; amountCents: number; intent: CardIntent | undefined },
): Promise<void> {
  const { orderId, amountCents, intent } = owed
  await upsertPayment(tx, {
    orderId,
    amountCents,
    intentId: intent?.id ?? null,
    customerRef: intent?.customerRef ?? null,
    now: clock.now(),
  })
}

/** An order that was not placed yet may be given another id; its intents go with it. */
export async function reassignIntents(tx: Tx, from: string, to: string): Promise<void> {
  await tx.update(intents).set({ orderId: to }).where(eq(intents.orderId, from))
}

/** What is owed for a later delivery of a subscription; changed as long as no card was asked. */
export async function createCyclePayment(
  tx: Tx,
  { clock }: Pick<PaymentDeps, 'clock'>,
  owed: { orderId: string; amountCents: number; customerRef: string | null },
): Promise<void> {
  const now = clock.now()
  await tx
    .insert(payments)
    .values({ ...owed, kind: 'cycle', createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: payments.orderId,
      set: { amountCents: owed.amountCents, updatedAt: now },
      setWhere: and(eq(payments.status, 'pending'), isNull(payments.intentId)),
    })
}

type AttachInput = { orderId: string; intentId: string; customerRef: string | null }

const setIntent = preparedStatement((db, given: Params<AttachInput>) =>
  db
    .update(payments)
    .set({ intentId: given('intentId'), customerRef: given('customerRef') })
    .where(and(eq(payments.orderId, given('orderId')), isNull(payments.intentId))),
)
const currentIntent = preparedStatement((db, given: Params<{ orderId: string }>) =>
  db
    .select({ intentId: payments.intentId })
    .from(payments)
    .where(eq(payments.orderId, given('orderId'))),
)

/** I4: of several intents for one delivery the first to be written down is the one to confirm. */
export async function attachIntent(
  tx: Tx,
  deps: Pick<PaymentDeps, 'clock'>,
  intent: CardIntent,
  orderId: string,
): Promise<string | null> {
  const [, , [row]] = await pipelined(
    recordIntent(tx, deps, intent, orderId),
    setIntent(tx, { orderId, intentId: intent.id, customerRef: intent.customerRef }),
    currentIntent(tx, { orderId }),
  )
  return row?.intentId ?? null
}

/** An intent that can never be paid any more makes room for another. */
export async function detachIntent(tx: Tx, orderId: string, intentId: string): Promise<void> {
  await tx
    .update(payments)
    .set({ intentId: null })
    .where(
      and(
        eq(payments.orderId, orderId),
        eq(payments.intentId, intentId),
        inArray(payments.status, ['pending', 'failed']),
      ),
    )
}
