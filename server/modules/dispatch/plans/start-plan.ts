import { lt } from 'drizzle-orm'
import { assertOpenDate, assertPlanDateInRange } from '#contract/dates/date-limits.ts'
import type { ShopCalendar } from '#contract/dates/shop-calendar.ts'
import { Failure } from '#contract/errors.ts'
import type { PlanScope } from '#contract/routes/plans.ts'
import type { Db } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import type { Clock, Random } from '#server/runtime.ts'
import type { PlanBase } from './plan-data.ts'
import type { Planner } from './planner.ts'
import { buildProblem } from './problem/build-problem.ts'
import type { PlanDay } from './problem/day.ts'
import { readDay } from './read-day.ts'
import { routePlans } from './tables.ts'

export type PlanDeps = {
  db: Db
  clock: Clock
  random: Random
  shop: { calendar: ShopCalendar }
  planner: Planner
}

const KEPT_DAYS = 7

/** Rule 50: starts the computation of a plan. Nothing changes until it is applied. */
export async function startPlan(
  deps: PlanDeps,
  actor: Actor,
  { date, scope, seconds }: { date: string; scope: PlanScope; seconds: number },
): Promise<{ planId: string }> {
  const { db, clock, random, shop, planner } = deps
  const now = clock.now()
  assertPlanDateInRange('date', date, { calendar: shop.calendar, now })
  assertOpenDate('date', date, shop.calendar)
  planner.assertRoom()
  const day = await readDay(db, deps, date)
  if (scope === 'standing' && !day.standing?.length) throw new Failure('no_standing_order')
  if (buildProblem(day, scope).visits.length === 0) throw new Failure('nothing_to_plan')
  const id = random.uuid()
  const seed = seedFrom(random)
  await db.transaction(async (tx) => {
    await tx
      .delete(routePlans)
      .where(lt(routePlans.createdAt, new Date(now.getTime() - KEPT_DAYS * 86_400_000)))
    await tx.insert(routePlans).values({
      ...{ id, date, scope, seconds, base: toBase(day) },
      ...{ status: 'computing', aliveAt: now, createdAt: now },
    })
    await recordAuditEntry(tx, deps, actor, {
      action: 'plan.started',
      subjectId: id,
      before: {},
      after: { date, scope, seconds },
    })
  })
  // Other plans may have started since; one more than the limit does no harm.
  planner.enqueue({ id, day, scope, seconds, seed })
  return { planId: id }
}

const seedFrom = (random: Random): number =>
  Number.parseInt(random.uuid().replaceAll('-', '').slice(0, 7), 16)

function toBase({ routes, unplanned }: PlanDay): PlanBase {
  const deliveries = [...routes.flatMap(({ stops }) => stops), ...unplanned]
  return {
    routes: routes.map(({ stops, ...route }) => ({
      ...route,
      stops: stops.map(({ stopId, orderId, trip, position, pin, scheduledTime }) => ({
        ...{ id: stopId, orderId, trip, position, pin, scheduledTime },
      })),
    })),
    // Of an order with several stops, the one whose bottles count comes last.
    deliveries: Object.fromEntries(
      deliveries
        .toSorted((a, b) => a.bottles - b.bottles)
        .map(({ orderId, door, bottles }) => [orderId, { door, bottles }]),
    ),
  }
}
