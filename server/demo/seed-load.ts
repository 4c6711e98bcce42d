import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { settings } from '#server/db/settings-tables.ts'
import { schedules } from '#server/modules/dispatch/tables.ts'
import { trucks } from '#server/modules/fleet/tables.ts'
import { type ContextDeps, createContext } from './create-context.ts'
import { DEMO_SEEDED, type DemoSeedState } from './demo-seeded.ts'
import { finalizePlans, insertLedger, insertPlans } from './insert-plans.ts'
import { makeSchedules } from './make-schedules.ts'
import { insertSubscriptions, setNextDeliveries } from './make-subscriptions.ts'
import { makeTrucks } from './make-trucks.ts'
import { makeYear } from './make-year.ts'
import type { OrderPlan } from './order-plan.ts'

type LoadDeps = ContextDeps & { db: Db; fingerprintKey: string }

/** Each batch is its own transaction; only one is in memory. */
const BATCH = 1000

const ORDERS_PER_CUSTOMER = 7

/** Adds a year with that many orders to the existing data, with matching ledgers. */
export async function seedLoad(
  deps: LoadDeps,
  orders: number,
  onProgress: (done: number) => void,
): Promise<void> {
  const { db, random } = deps
  await markSeeded(deps)
  // Another run, or the demo, may have generated the same names.
  const context = await createContext(db, deps, `.${random.uuid().slice(0, 6)}`)
  const fleet = await db.select().from(trucks)
  if (fleet.length === 0) {
    fleet.push(
      ...(await db.insert(trucks).values(makeTrucks(random, context.calendar)).returning()),
    )
  }
  const size = { orders, customers: Math.ceil(orders / ORDERS_PER_CUSTOMER) }
  let done = 0
  let analyzed = 0
  const write = async (batch: OrderPlan[]) => {
    await db.transaction(async (tx) => {
      const rows = await finalizePlans(tx, deps, batch)
      // The ledger uses its own connection, so that both are written at once. Like a real provider's, it
      // may contain a payment that we never committed; the audit ignores those.
      await Promise.all([insertPlans(tx, deps, batch, rows), insertLedger(db, rows)])
      await insertSubscriptions(tx, batch, deps.calendar)
      await insertRows(tx, schedules, makeSchedules(context, fleet, batch))
    })
    done += batch.length
    onProgress(done)
    if (done < 5 * analyzed) return
    // Plans made for empty tables would scan entire tables.
    await db.execute(sql`analyze`)
    analyzed = done
  }
  for (const batch of toBatches(makeYear(context, size))) await write(batch)
  await setNextDeliveries(db, context.calendar.today)
}

/** Production rejects demo orders, also when they were added to a shop's own. */
async function markSeeded({ db, clock }: LoadDeps): Promise<void> {
  const value: DemoSeedState = 'seeded'
  await db
    .insert(settings)
    .values({ name: DEMO_SEEDED, value, createdAt: clock.now() })
    .onConflictDoUpdate({ target: settings.name, set: { value } })
}

function* toBatches(days: Iterable<OrderPlan[]>): Generator<OrderPlan[]> {
  let batch: OrderPlan[] = []
  for (const day of days) {
    batch.push(...day)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
