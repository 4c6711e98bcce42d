import { and, asc, eq, isNull, lt, lte } from 'drizzle-orm'
import { formatOrderNumber } from '#contract/order-number.ts'
import type { Db, DbOrTx, Tx } from '#server/db/client.ts'
import { endAlert, raiseAlert } from '#server/modules/alerts/index.ts'
import type { Clock, Log, Random } from '#server/runtime.ts'
import type { OrderHandlers } from './deps.ts'
import { lockOrder } from './lock-order.ts'
import type { OrderRow } from './queries.ts'
import { deferredOrderEffects } from './tables.ts'

type EffectRow = typeof deferredOrderEffects.$inferSelect
export type OrderEffect = EffectRow['effect']

/** An undo checks which effects have run; after a day no undo is possible. */
const EFFECT_RETENTION_MS = 86_400_000
const ALERT_DELAY_MS = 10 * 60_000

const isEffect = (orderId: string, effect: OrderEffect) =>
  and(eq(deferredOrderEffects.orderId, orderId), eq(deferredOrderEffects.effect, effect))

/** Deferring the same effect again restarts its undo window. */
export async function deferEffect(
  tx: Tx,
  { id: orderId, version, updatedAt }: OrderRow,
  effect: OrderEffect,
  delayMs: number,
): Promise<void> {
  const state = { version, dueAt: new Date(updatedAt.getTime() + delayMs), doneAt: null }
  await tx
    .insert(deferredOrderEffects)
    .values({ orderId, effect, ...state })
    .onConflictDoUpdate({
      target: [deferredOrderEffects.orderId, deferredOrderEffects.effect],
      set: state,
    })
}

/** Locks the effects that were deferred by the change to this version of the order. */
export function lockDeferredEffects(
  tx: Tx,
  { id, version }: Pick<OrderRow, 'id' | 'version'>,
): Promise<EffectRow[]> {
  return tx
    .select()
    .from(deferredOrderEffects)
    .where(and(eq(deferredOrderEffects.orderId, id), eq(deferredOrderEffects.version, version)))
    .for('update')
}

/** Whether the effect is deferred and has not run yet. */
export async function hasDeferredEffect(
  db: DbOrTx,
  orderId: string,
  effect: OrderEffect,
): Promise<boolean> {
  const rows = await db
    .select({ orderId: deferredOrderEffects.orderId })
    .from(deferredOrderEffects)
    .where(and(isEffect(orderId, effect), isNull(deferredOrderEffects.doneAt)))
  return rows.length > 0
}

/** Returns whether an effect was dropped that had not run yet. The caller has locked the order. */
export async function dropDeferredEffect(
  tx: Tx,
  orderId: string,
  effect: OrderEffect,
): Promise<boolean> {
  const dropped = await tx
    .delete(deferredOrderEffects)
    .where(and(isEffect(orderId, effect), isNull(deferredOrderEffects.doneAt)))
    .returning({ orderId: deferredOrderEffects.orderId })
  return dropped.length > 0
}

type EffectDeps = {
  db: Db
  clock: Clock
  random: Random
  log: Log
  orderHandlers: OrderHandlers
}

const alertSubject = (orderId: string, effect: OrderEffect) => `order ${effect} ${orderId}`

/** Until the effect has run, the subscription is out of date: not started, or not ended. */
function alertStaff(deps: EffectDeps, orderId: string, effect: OrderEffect): Promise<void> {
  const message = `Order ${formatOrderNumber(orderId)} was ${effect} in bulk, but we couldn't update its subscription. We retry every minute. Check the subscription manually.`
  const subject = alertSubject(orderId, effect)
  return deps.db.transaction((tx) =>
    raiseAlert(tx, deps, { kind: 'job_stalled', subject, message }),
  )
}

/** Runs the effects that can no longer be undone. Safe to run in any number of processes. */
export async function runDeferredEffects(deps: EffectDeps): Promise<void> {
  const { db, clock, log } = deps
  const now = clock.now()
  const due = await db
    .select()
    .from(deferredOrderEffects)
    .where(and(isNull(deferredOrderEffects.doneAt), lte(deferredOrderEffects.dueAt, now)))
    .orderBy(asc(deferredOrderEffects.dueAt), asc(deferredOrderEffects.orderId))
  for (const { orderId, effect, dueAt } of due) {
    try {
      await db.transaction((tx) => runEffect(tx, deps, orderId, effect))
    } catch (err) {
      // Its row is unchanged, so the next run retries it.
      log.error({ orderId, effect, err }, 'deferred effect failed')
      if (now.getTime() - dueAt.getTime() >= ALERT_DELAY_MS) await alertStaff(deps, orderId, effect)
    }
  }
  const purgeBefore = new Date(now.getTime() - EFFECT_RETENTION_MS)
  await db.delete(deferredOrderEffects).where(lt(deferredOrderEffects.doneAt, purgeBefore))
}

async function runEffect(
  tx: Tx,
  deps: EffectDeps,
  orderId: string,
  effect: OrderEffect,
): Promise<void> {
  const { clock, orderHandlers } = deps
  await orderHandlers.lock(tx, orderId)
  const order = await lockOrder(tx, orderId)
  const now = clock.now()
  const done = await tx
    .update(deferredOrderEffects)
    .set({ doneAt: now })
    .where(
      and(
        isEffect(orderId, effect),
        isNull(deferredOrderEffects.doneAt),
        // Another bulk change may have deferred it again: then its later window counts.
        lte(deferredOrderEffects.dueAt, now),
      ),
    )
    .returning({ orderId: deferredOrderEffects.orderId })
  if (!order || done.length === 0) return
  await endAlert(tx, deps, { kind: 'job_stalled', subject: alertSubject(orderId, effect) })
  if (effect === 'confirmed') return orderHandlers.confirmed(tx, order)
  // If it has another status by now, there is no subscription to end.
  if (order.status === 'cancelled') await orderHandlers.cancelled(tx, order)
}
