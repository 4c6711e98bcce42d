import { and, desc, eq, inArray, isNull, ne } from 'drizzle-orm'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import { deferredOrderEffects } from '#server/modules/orders/tables.ts'
import { cycles, subscriptions } from '#server/modules/subscriptions/tables.ts'
import { chargeAttempts } from './tables.ts'

/** Prepared statements that run for each of a day's thousands of charges. */

type AttemptRow = typeof chargeAttempts.$inferSelect
type CycleParams = Params<{ subscriptionId: string; cycle: number }>
type OrderParams = Params<{ orderId: string }>

export const lockForCharge = preparedStatement((db, param: Params<{ id: string }>) =>
  db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.id, param('id')))
    .for('no key update'),
)

/** Cancellations of the order or its subscription that staff can still undo. */
export const pendingCancels = preparedStatement(
  (db, param: Params<{ orderId: string; subscriptionId: string }>) =>
    db
      .select({ dueAt: deferredOrderEffects.dueAt })
      .from(deferredOrderEffects)
      .where(
        and(
          inArray(deferredOrderEffects.orderId, [param('orderId'), param('subscriptionId')]),
          eq(deferredOrderEffects.effect, 'cancelled'),
          isNull(deferredOrderEffects.doneAt),
        ),
      ),
)

export const lockCycle = preparedStatement((db, param: CycleParams) =>
  db
    .select()
    .from(cycles)
    .where(
      and(eq(cycles.subscriptionId, param('subscriptionId')), eq(cycles.cycle, param('cycle'))),
    )
    .for('update'),
)

export const getAttempts = preparedStatement((db, param: OrderParams) =>
  db
    .select()
    .from(chargeAttempts)
    .where(eq(chargeAttempts.orderId, param('orderId')))
    .orderBy(desc(chargeAttempts.number)),
)

export const otherOpenCycles = preparedStatement((db, param: CycleParams) =>
  db
    .select({ status: cycles.status, firstFailedAt: cycles.firstFailedAt })
    .from(cycles)
    .where(
      and(
        eq(cycles.subscriptionId, param('subscriptionId')),
        ne(cycles.cycle, param('cycle')),
        inArray(cycles.status, ['ordered', 'charging', 'unpaid']),
      ),
    ),
)

export const insertAttempt = preparedStatement(
  (db, param: Params<Omit<AttemptRow, 'endedAt' | 'outcome' | 'code' | 'chargeRef'>>) =>
    db
      .insert(chargeAttempts)
      .values({
        id: param('id'),
        orderId: param('orderId'),
        number: param('number'),
        intentId: param('intentId'),
        key: param('key'),
        amountCents: param('amountCents'),
        paymentMethodRef: param('paymentMethodRef'),
        startedAt: param('startedAt'),
      })
      .returning(),
)

export const findSubscriptionId = preparedStatement((db, param: OrderParams) =>
  db
    .select({ id: cycles.subscriptionId })
    .from(cycles)
    .where(eq(cycles.orderId, param('orderId'))),
)

export const lockSubscriptionById = preparedStatement((db, param: Params<{ id: string }>) =>
  db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.id, param('id')))
    .for('update'),
)

export const lockCycleByOrder = preparedStatement((db, param: OrderParams) =>
  db
    .select()
    .from(cycles)
    .where(eq(cycles.orderId, param('orderId')))
    .for('update'),
)

export const endAttemptsAsPaid = preparedStatement(
  (db, param: Params<{ orderId: string; now: Date }>) =>
    db
      .update(chargeAttempts)
      .set({ outcome: 'paid', endedAt: param('now') })
      .where(and(eq(chargeAttempts.orderId, param('orderId')), isNull(chargeAttempts.outcome))),
)
