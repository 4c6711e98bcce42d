import { and, asc, desc, eq, getTableColumns, inArray, isNull, lt, lte, ne, or } from 'drizzle-orm'
import { type Given, statement } from '#server/db/statement.ts'
import { deferredOrderEffects } from '#server/modules/orders/tables.ts'
import { cycles, subscriptions } from '#server/modules/subscriptions/tables.ts'
import { chargeAttempts } from './tables.ts'

/** What is asked for each of a day's thousands of charges, put together once. */

type AttemptRow = typeof chargeAttempts.$inferSelect
type AtCycle = Given<{ subscriptionId: string; cycle: number }>
type OfOrder = Given<{ orderId: string }>
type Claim = { now: Date; lease: string; leasedUntil: Date }

export const claimDue = statement((db, given: Given<Claim>) => {
  // In a part of its own, which PostgreSQL looks at once: it must not claim more than one.
  const due = db.$with('due').as(
    db
      .select({ subscriptionId: cycles.subscriptionId, cycle: cycles.cycle })
      .from(cycles)
      .where(
        and(
          lte(cycles.dueAt, given('now')),
          or(isNull(cycles.leasedUntil), lt(cycles.leasedUntil, given('now'))),
        ),
      )
      .orderBy(asc(cycles.dueAt))
      .limit(1)
      .for('update', { skipLocked: true }),
  )
  return db
    .with(due)
    .update(cycles)
    .set({ lease: given('lease'), leasedUntil: given('leasedUntil') })
    .from(due)
    .where(and(eq(cycles.subscriptionId, due.subscriptionId), eq(cycles.cycle, due.cycle)))
    .returning(getTableColumns(cycles))
})

export const lockForCharge = statement((db, given: Given<{ id: string }>) =>
  db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.id, given('id')))
    .for('no key update'),
)

/** Whether a cancel of the order or of its subscription waits to be undone or carried out. */
export const waitingCancels = statement(
  (db, given: Given<{ orderId: string; subscriptionId: string }>) =>
    db
      .select({ dueAt: deferredOrderEffects.dueAt })
      .from(deferredOrderEffects)
      .where(
        and(
          inArray(deferredOrderEffects.orderId, [given('orderId'), given('subscriptionId')]),
          eq(deferredOrderEffects.effect, 'cancelled'),
          isNull(deferredOrderEffects.doneAt),
        ),
      ),
)

export const lockCycle = statement((db, given: AtCycle) =>
  db
    .select()
    .from(cycles)
    .where(
      and(eq(cycles.subscriptionId, given('subscriptionId')), eq(cycles.cycle, given('cycle'))),
    )
    .for('update'),
)

export const attemptsOf = statement((db, given: OfOrder) =>
  db
    .select()
    .from(chargeAttempts)
    .where(eq(chargeAttempts.orderId, given('orderId')))
    .orderBy(desc(chargeAttempts.number)),
)

export const otherOpenCycles = statement((db, given: AtCycle) =>
  db
    .select({ status: cycles.status, firstFailedAt: cycles.firstFailedAt })
    .from(cycles)
    .where(
      and(
        eq(cycles.subscriptionId, given('subscriptionId')),
        ne(cycles.cycle, given('cycle')),
        inArray(cycles.status, ['ordered', 'charging', 'unpaid']),
      ),
    ),
)

export const insertAttempt = statement(
  (db, given: Given<Omit<AttemptRow, 'endedAt' | 'outcome' | 'code' | 'chargeRef'>>) =>
    db
      .insert(chargeAttempts)
      .values({
        id: given('id'),
        orderId: given('orderId'),
        number: given('number'),
        intentId: given('intentId'),
        key: given('key'),
        amountCents: given('amountCents'),
        paymentMethodRef: given('paymentMethodRef'),
        startedAt: given('startedAt'),
      })
      .returning(),
)

type Moved = Given<{ subscriptionId: string; cycle: number; now: Date }>

export const noteCharging = statement((db, given: Moved) =>
  db
    .update(cycles)
    .set({ status: 'charging', updatedAt: given('now') })
    .where(
      and(eq(cycles.subscriptionId, given('subscriptionId')), eq(cycles.cycle, given('cycle'))),
    ),
)

export const notePaid = statement((db, given: Moved) =>
  db
    .update(cycles)
    .set({ status: 'paid', reason: null, dueAt: null, leasedUntil: null, updatedAt: given('now') })
    .where(
      and(eq(cycles.subscriptionId, given('subscriptionId')), eq(cycles.cycle, given('cycle'))),
    ),
)

export const cycleOfPaid = statement((db, given: OfOrder) =>
  db
    .select({ id: cycles.subscriptionId })
    .from(cycles)
    .where(eq(cycles.orderId, given('orderId'))),
)

export const lockWhole = statement((db, given: Given<{ id: string }>) =>
  db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.id, given('id')))
    .for('update'),
)

export const lockCycleOfOrder = statement((db, given: OfOrder) =>
  db
    .select()
    .from(cycles)
    .where(eq(cycles.orderId, given('orderId')))
    .for('update'),
)

export const endAsPaid = statement((db, given: Given<{ orderId: string; now: Date }>) =>
  db
    .update(chargeAttempts)
    .set({ outcome: 'paid', endedAt: given('now') })
    .where(and(eq(chargeAttempts.orderId, given('orderId')), isNull(chargeAttempts.outcome))),
)
