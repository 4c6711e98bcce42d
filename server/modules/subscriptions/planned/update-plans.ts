import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { addDays, type CalendarDate } from '#contract/dates/calendar.ts'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import type { Shop } from '#contract/shop.ts'
import { calendarFor, type ZonedShop } from '#contract/zones/landed-date.ts'
import type { Db, Tx } from '#server/db/client.ts'
import { groupBy } from '#server/group-by.ts'
import {
  markPlanned,
  OUTLOOK_DAYS,
  outdatedPlans,
  type PlannedDelivery,
  renewPlanState,
  replacePlans,
} from '#server/modules/capacity/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import type { Clock } from '#server/runtime.ts'
import { type CycleRow, getFirstDate, type SubscriptionRow } from '../queries.ts'
import { cycles, oneTimeItems, subscriptions } from '../tables.ts'
import { plannedDates } from './planned-dates.ts'

export type PlanDeps = { clock: Clock; shop: PlanShop }
type PlanShop = ZonedShop & Pick<Shop, 'hasZones'>

const BATCH = 200
/** Cycles before the next one that can land on its date. */
const EARLIER_CYCLES = 60
/** Further than anyone looks, so that all plans are extended only every second week. */
const EXTRA_DAYS = 14

/** Background job: brings the planned deliveries up to date, also as time passes. */
export async function updatePlans(deps: PlanDeps & { db: Db }): Promise<void> {
  if (!deps.shop.hasZones) return
  const today = shopDate(deps.shop.calendar, deps.clock.now())
  await deps.db.transaction(async (tx) => {
    const span = { needed: addDays(today, OUTLOOK_DAYS), until: planUntil(deps), today }
    const isOutdated = await renewPlanState(tx, span)
    if (isOutdated) await enqueueAll(tx)
  })
  for (;;) {
    const count = await updateBatch(deps)
    if (count < BATCH) return
  }
}

/**
 * Updates the plans that a change of a subscription outdated, before they are read. There are few;
 * a new calendar outdates all, which is left to the job.
 */
export async function updateFewPlans(deps: PlanDeps & { db: Db }): Promise<void> {
  if (deps.shop.hasZones) await updateBatch(deps)
}

/** In the transaction of a customer's change, which has locked the subscription. */
export async function updatePlan(tx: Tx, deps: PlanDeps, id: string): Promise<void> {
  if (deps.shop.hasZones)
    await replacePlans(tx, [{ subscriptionId: id }], await plan(tx, deps, [id]))
}

const planUntil = ({ clock, shop }: PlanDeps): CalendarDate =>
  addDays(shopDate(shop.calendar, clock.now()), OUTLOOK_DAYS + EXTRA_DAYS)

/**
 * The subscriptions are locked, so that none changes in between. One that is being changed right now
 * is left for the next run.
 */
async function updateBatch(deps: PlanDeps & { db: Db }): Promise<number> {
  const outdated = await outdatedPlans(deps.db, BATCH)
  if (outdated.length === 0) return 0
  await deps.db.transaction(async (tx) => {
    const ids = outdated.map(({ subscriptionId }) => subscriptionId)
    const locked = await tx
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .where(inArray(subscriptions.id, ids))
      .orderBy(subscriptions.id)
      .for('no key update', { skipLocked: true })
    const lockedIds = locked.map(({ id }) => id)
    const isLocked = new Set(lockedIds)
    const own = outdated.filter(({ subscriptionId }) => isLocked.has(subscriptionId))
    await replacePlans(tx, own, await plan(tx, deps, lockedIds))
  })
  return outdated.length
}

/** All subscriptions that have planned deliveries or may get some. */
async function enqueueAll(tx: Tx): Promise<void> {
  await tx.execute(sql`select mark_plan(${subscriptions.id}) from ${subscriptions}
    where ${subscriptions.status} in ('active', 'paused')`)
  await markPlanned(tx)
}

/** Computes the plans of all but these subscriptions. Writes nothing. */
export async function recountPlans(
  tx: Tx,
  deps: PlanDeps,
  without: ReadonlySet<string>,
): Promise<PlannedDelivery[]> {
  const rows = await tx
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(inArray(subscriptions.status, ['active', 'paused']))
  const ids = rows.map(({ id }) => id).filter((id) => !without.has(id))
  const plans: PlannedDelivery[] = []
  for (let n = 0; n < ids.length; n += BATCH)
    plans.push(...(await plan(tx, deps, ids.slice(n, n + BATCH))))
  return plans
}

async function plan(tx: Tx, deps: PlanDeps, ids: readonly string[]): Promise<PlannedDelivery[]> {
  if (ids.length === 0) return []
  const found = await tx
    .select({
      subscription: subscriptions,
      first: { parentOrderId: orders.parentOrderId, deliveryDate: orders.deliveryDate },
    })
    .from(subscriptions)
    .innerJoin(orders, eq(orders.id, subscriptions.id))
    .where(inArray(subscriptions.id, [...ids]))
  const rows = groupBy(await readCycles(tx, ids), (row) => row.subscriptionId)
  const extras = groupBy(await readExtras(tx, ids), (item) => item.subscriptionId)
  const until = planUntil(deps)
  return found.flatMap(({ subscription, first }) => {
    const calendar = calendarFor(deps.shop, subscription.deliveryZip)
    const own = {
      subscription,
      rows: rows.get(subscription.id) ?? [],
      firstDate: getFirstDate(first),
    }
    const bottles = countBottles(subscription)
    return plannedDates(own, calendar, until).map(({ cycle, date }) => ({
      subscriptionId: subscription.id,
      cycle,
      date,
      zip: subscription.deliveryZip.slice(0, 5),
      bottles:
        bottles +
        sumQuantities((extras.get(subscription.id) ?? []).filter((item) => item.cycle === cycle)),
    }))
  })
}

const sumQuantities = (items: readonly { quantity: number }[]): number =>
  items.reduce((sum, { quantity }) => sum + quantity, 0)

const countBottles = ({ itemQuantities }: Pick<SubscriptionRow, 'itemQuantities'>): number =>
  Object.values(itemQuantities).reduce((sum, quantity) => sum + quantity, 0)

async function readCycles(tx: Tx, ids: readonly string[]): Promise<CycleRow[]> {
  const rows = await tx
    .select({ row: cycles })
    .from(cycles)
    .innerJoin(subscriptions, eq(subscriptions.id, cycles.subscriptionId))
    .where(
      and(
        inArray(cycles.subscriptionId, [...ids]),
        or(
          sql`${cycles.cycle} >= ${subscriptions.nextCycle} - ${EARLIER_CYCLES}::int`,
          eq(cycles.status, 'planned'),
        ),
      ),
    )
    .orderBy(cycles.subscriptionId, cycles.cycle)
  return rows.map(({ row }) => row)
}

const readExtras = (tx: Tx, ids: readonly string[]) =>
  tx
    .select()
    .from(oneTimeItems)
    .where(inArray(oneTimeItems.subscriptionId, [...ids]))
