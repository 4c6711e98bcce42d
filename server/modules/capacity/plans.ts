import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { CalendarDate } from '#contract/dates/calendar.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { purgeZoneDays } from './queries.ts'
import { plannedDeliveries, planState, plansToUpdate } from './tables.ts'

/** Rules 46 and 64: planned deliveries count for six weeks. */
export const OUTLOOK_DAYS = 42

export type PlannedDelivery = typeof plannedDeliveries.$inferSelect

type OutdatedPlan = { subscriptionId: string; mark?: number }

/** The ones that have been outdated longest. */
export const outdatedPlans = (db: Db, limit: number): Promise<Required<OutdatedPlan>[]> =>
  db.select().from(plansToUpdate).orderBy(asc(plansToUpdate.mark)).limit(limit)

/** Replaces the planned deliveries of these subscriptions. A mark that was raised since stays. */
export async function replacePlans(
  tx: Tx,
  outdated: readonly OutdatedPlan[],
  planned: readonly PlannedDelivery[],
): Promise<void> {
  if (outdated.length === 0) return
  const ids = outdated.map(({ subscriptionId }) => subscriptionId)
  await tx.delete(plannedDeliveries).where(inArray(plannedDeliveries.subscriptionId, ids))
  if (planned.length > 0) await tx.insert(plannedDeliveries).values([...planned])
  const unmarked = outdated.filter(({ mark }) => mark === undefined)
  for (const { subscriptionId } of unmarked)
    await tx.delete(plansToUpdate).where(eq(plansToUpdate.subscriptionId, subscriptionId))
  const marks = outdated.flatMap(({ mark }) => (mark === undefined ? [] : [mark]))
  if (marks.length > 0) await tx.delete(plansToUpdate).where(inArray(plansToUpdate.mark, marks))
}

type Span = {
  today: CalendarDate
  /** The date until which plans are read today. */
  needed: CalendarDate
  /** The date until which they are computed now. */
  until: CalendarDate
}

/** Whether all plans have to be computed: after a change of the calendar, and as time passes. */
export async function renewPlanState(tx: Tx, { today, needed, until }: Span): Promise<boolean> {
  await tx.insert(planState).values({ id: 1, isOutdated: true, until: today }).onConflictDoNothing()
  const [state] = await tx.select().from(planState).for('update')
  if (state && !state.isOutdated && state.until >= needed) return false
  await tx.update(planState).set({ isOutdated: false, until })
  await purgeZoneDays(tx, today)
  return true
}

/** Subscriptions that ended while there were no zones still have planned deliveries. */
export async function markPlanned(tx: Tx): Promise<void> {
  await tx.execute(sql`select mark_plan(subscription_id) from (
    select distinct ${plannedDeliveries.subscriptionId} from ${plannedDeliveries}) planned`)
}

/** All plans that are up to date, for the audit. Undefined if none is. */
export async function readPlans(db: Db) {
  const [state] = await db.select().from(planState)
  if (!state || state.isOutdated) return undefined
  const waiting = await db.select({ id: plansToUpdate.subscriptionId }).from(plansToUpdate)
  const outdated = new Set(waiting.map(({ id }) => id))
  const plans = await db.select().from(plannedDeliveries)
  return {
    until: state.until,
    outdated,
    plans: plans.filter(({ subscriptionId }) => !outdated.has(subscriptionId)),
  }
}
