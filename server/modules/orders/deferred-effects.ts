import { and, asc, eq, isNull, lt, lte } from 'drizzle-orm'
import type { Db, Tx } from '#server/db/client.ts'
import { endAlert, raiseAlert } from '#server/modules/alerts/index.ts'
import type { Clock, Log, Random } from '#server/runtime.ts'
import type { OrderHandlers } from './deps.ts'
import { lockOrder, type OrderRow } from './queries.ts'
import { deferredOrderEffects } from './tables.ts'

type EffectRow = typeof deferredOrderEffects.$inferSelect
export type OrderEffect = EffectRow['effect']

/** An undo needs to know what took place; a day later nobody asks. */
const EFFECT_RETENTION_MS = 86_400_000
const ALERT_DELAY_MS = 10 * 60_000

const isEffect = (orderId: string, effect: OrderEffect) =>
  and(eq(deferredOrderEffects.orderId, orderId), eq(deferredOrderEffects.effect, effect))

/** The same effect deferred again waits for the later of the two undo windows. */
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

/** What the change that made this version of the order has deferred. */
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

/** Whether there was one to drop that had not taken place; the order is locked. */
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

/** Until it is carried out, the subscription goes on or does not begin, and nothing is charged. */
function alertStaff(deps: EffectDeps, orderId: string, effect: OrderEffect): Promise<void> {
  const message = `Order ${orderId.slice(0, 8)} was ${effect} in bulk, but its subscription could not be updated. It is tried again every minute. Check the subscription by hand.`
  const subject = alertSubject(orderId, effect)
  return deps.db.transaction((tx) =>
    raiseAlert(tx, deps, { kind: 'job_stalled', subject, message }),
  )
}

/** Carries out what can no longer be undone. Safe in any number of processes at once. */
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
      // Its row is still there, so the next run tries again.
      log.error({ orderId, effect, err }, 'deferred effect not carried out')
      if (now.getTime() - dueAt.getTime() >= ALERT_DELAY_MS) await alertStaff(deps, orderId, effect)
    }
  }
  const forgetBefore = new Date(now.getTime() - EFFECT_RETENTION_MS)
  await db.delete(deferredOrderEffects).where(lt(deferredOrderEffects.doneAt, forgetBefore))
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
        // Deferred once more since, by another bulk change: then its later window counts.
        lte(deferredOrderEffects.dueAt, now),
      ),
    )
    .returning({ orderId: deferredOrderEffects.orderId })
  if (!order || done.length === 0) return
  await endAlert(tx, deps, { kind: 'job_stalled', subject: alertSubject(orderId, effect) })
  if (effect === 'confirmed') return orderHandlers.confirmed(tx, order)
  // Set to another status since: then there is nothing to end.
  if (order.status === 'cancelled') await orderHandlers.cancelled(tx, order)
}
