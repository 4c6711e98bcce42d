import { and, eq, inArray, isNull } from 'drizzle-orm'
import { creditToUse } from '#contract/credit-use.ts'
import type { Db, DbOrTx, Tx } from '#server/db/client.ts'
import { pipelined } from '#server/db/pipelined.ts'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import { reserveCredit } from '#server/modules/credit/index.ts'
import type { PaymentDeps } from '../deps.ts'
import type { CardIntent } from '../port.ts'
import { type IntentRow, lockPayment, type PaymentRow } from '../queries.ts'
import { intents, payments } from '../tables.ts'

const insertIntent = preparedStatement(
  (db, param: Params<Pick<IntentRow, 'id' | 'orderId' | 'livemode' | 'network' | 'createdAt'>>) =>
    db
      .insert(intents)
      .values({
        id: param('id'),
        orderId: param('orderId'),
        livemode: param('livemode'),
        network: param('network'),
        createdAt: param('createdAt'),
      })
      .onConflictDoNothing(),
)

export type IntentValues = {
  orderId: string
  intentId: string
  livemode: boolean
  network: string
}

/** The insert as a common table expression, for a statement that a buyer waits for. */
export function insertedIntent<Values extends IntentValues>(
  db: Db,
  param: Params<Values>,
  now: keyof Values & string,
) {
  return db.$with('inserted_intent').as(
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

export type PaymentValues = Pick<
  PaymentRow,
  'orderId' | 'amountCents' | 'creditCents' | 'intentId' | 'customerRef'
> & { now: Date }

const upsertPayment = <Values extends PaymentValues>(db: Db, param: Params<Values>) => {
  const terms = {
    amountCents: param('amountCents'),
    creditCents: param('creditCents'),
    intentId: param('intentId'),
    customerRef: param('customerRef'),
    updatedAt: param('now'),
  }
  return (
    db
      .insert(payments)
      .values({ orderId: param('orderId'), createdAt: param('now'), ...terms })
      // The terms of a payment can change only while it is pending.
      .onConflictDoUpdate({
        target: payments.orderId,
        set: terms,
        setWhere: eq(payments.status, 'pending'),
      })
  )
}

const savePayment = preparedStatement((db, param: Params<PaymentValues>) =>
  upsertPayment(db, param),
)

/** The upsert as a common table expression, for a statement that a buyer waits for. */
export const savedPayment = <Values extends PaymentValues>(db: Db, param: Params<Values>) =>
  db.$with('saved_payment').as(upsertPayment(db, param).returning({ orderId: payments.orderId }))

/** Records an intent that was created at the provider, so that reconciliation finds it. */
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

type DuePayment = {
  orderId: string
  amountCents: number
  /** The part that credit pays, reserved by the caller. */
  creditCents: number
  intent: CardIntent | undefined
}

export const toPaymentValues = (
  { clock }: Pick<PaymentDeps, 'clock'>,
  { intent, ...due }: DuePayment,
): PaymentValues => ({
  ...due,
  intentId: intent?.id ?? null,
  customerRef: intent?.customerRef ?? null,
  now: clock.now(),
})

/** Creates or updates an order's payment. An order placed without a checkout has no intent yet. */
export async function createPayment(
  tx: Tx,
  deps: Pick<PaymentDeps, 'clock'>,
  due: DuePayment,
): Promise<void> {
  await savePayment(tx, toPaymentValues(deps, due))
}

type LinkPayment = {
  orderId: string
  amountCents: number
  creditCents: number
  expiresAt: Date | null
  /** Set if the link asks for the terms of a subscription on invoice, and for no card (rule 39). */
  netDays?: number | undefined
}

/** Creates the payment of a phone order that waits for its link (rule 38). */
export async function createLinkPayment(
  tx: Tx,
  { clock }: Pick<PaymentDeps, 'clock'>,
  link: LinkPayment,
): Promise<void> {
  const now = clock.now()
  const kind = link.netDays !== undefined && link.amountCents > 0 ? 'tender' : 'checkout'
  await tx.insert(payments).values({ ...link, kind, createdAt: now, updatedAt: now })
}

/** Moves the intents to the new id of an order that has not been placed yet. */
export async function reassignIntents(tx: Tx, from: string, to: string): Promise<void> {
  await tx.update(intents).set({ orderId: to }).where(eq(intents.orderId, from))
}

/**
 * Creates a renewal's payment, or updates its amount as long as it has no intent. Credit of the
 * customer pays first (rule 43).
 */
export async function createCyclePayment(
  tx: Tx,
  deps: Pick<PaymentDeps, 'clock'>,
  {
    customerId,
    totalCents,
    netDays,
    ...due
  }: {
    orderId: string
    totalCents: number
    customerRef: string | null
    customerId: string | null
    /** Terms of the invoice that the delivery will get; null if a card is charged. */
    netDays: number | null
  },
): Promise<void> {
  const now = deps.clock.now()
  const existing = await lockPayment(tx, due.orderId)
  if (existing && (existing.status !== 'pending' || existing.intentId !== null)) return
  const creditCents =
    (await reserveCredit(tx, deps, {
      orderId: due.orderId,
      customerId,
      hasReserved: (existing?.creditCents ?? 0) > 0,
      choose: (availableCents) => creditToUse({ totalCents, availableCents }),
    })) ?? 0
  const terms = { amountCents: totalCents - creditCents, creditCents, netDays, updatedAt: now }
  await tx
    .insert(payments)
    .values({ ...due, ...terms, kind: 'cycle', createdAt: now })
    .onConflictDoUpdate({
      target: payments.orderId,
      set: terms,
      setWhere: and(eq(payments.status, 'pending'), isNull(payments.intentId)),
    })
}

type AttachInput = { orderId: string; intentId: string; customerRef: string | null }

const setIntent = preparedStatement((db, param: Params<AttachInput>) =>
  db
    .update(payments)
    .set({ intentId: param('intentId'), customerRef: param('customerRef') })
    .where(and(eq(payments.orderId, param('orderId')), isNull(payments.intentId))),
)
const currentIntent = preparedStatement((db, param: Params<{ orderId: string }>) =>
  db
    .select({ intentId: payments.intentId })
    .from(payments)
    .where(eq(payments.orderId, param('orderId'))),
)

/** I4: of several intents created for one delivery, only the first one recorded is confirmed. */
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

/** Detaches an intent that can no longer be paid, so that another can replace it. */
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
