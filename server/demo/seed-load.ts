import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { settings } from '#server/db/settings-tables.ts'
import { schedules } from '#server/modules/dispatch/tables.ts'
import { trucks } from '#server/modules/fleet/tables.ts'
import { DEMO_SEEDED, type DemoSeeded } from './demo-seeded.ts'
import { makeSchedules } from './make-schedules.ts'
import { setNextDeliveries, writeSubscriptions } from './make-subscriptions.ts'
import { makeTrucks } from './make-trucks.ts'
import { makeYear } from './make-year.ts'
import { openWorld, type WorldDeps } from './open-world.ts'
import type { OrderPlan } from './order-plan.ts'
import { settlePlans, writeLedger, writePlans } from './write-plans.ts'

type LoadDeps = WorldDeps & { db: Db; fingerprintKey: string }

/** Each batch is a transaction of its own, and all that is in memory. */
const BATCH = 1000

const ORDERS_PER_CUSTOMER = 7

/** Adds a year of that many orders to whatever there is, with books that agree. */
export async function seedLoad(
  deps: LoadDeps,
  orders: number,
  tell: (done: number) => void,
): Promise<void> {
  const { db, random } = deps
  await markSeeded(deps)
  // Another run, or the demo, may have invented the same names.
  const world = await openWorld(db, deps, `.${random.uuid().slice(0, 6)}`)
  const fleet = await db.select().from(trucks)
  if (fleet.length === 0) {
    fleet.push(...(await db.insert(trucks).values(makeTrucks(random, world.almanac)).returning()))
  }
  const size = { orders, customers: Math.ceil(orders / ORDERS_PER_CUSTOMER) }
  let done = 0
  let analysed = 0
  const write = async (batch: OrderPlan[]) => {
    await db.transaction(async (tx) => {
      const books = await settlePlans(tx, deps, batch)
      // On a connection of its own, to use both ends of the machine. Like a real provider's, this
      // ledger may then know of a payment that we never committed: the audit leaves such alone.
      await Promise.all([writePlans(tx, deps, batch, books), writeLedger(db, books)])
      await writeSubscriptions(tx, batch, deps.timeZone)
      await insertRows(tx, schedules, makeSchedules(world, fleet, batch))
    })
    done += batch.length
    tell(done)
    if (done < 5 * analysed) return
    // What was planned for empty tables reads all of them, over and over.
    await db.execute(sql`analyze`)
    analysed = done
  }
  for (const batch of batchesOf(makeYear(world, size))) await write(batch)
  await setNextDeliveries(db, world.almanac.today)
}

/** Production refuses invented orders, also when they were added to a shop's own. */
async function markSeeded({ db, clock }: LoadDeps): Promise<void> {
  const value: DemoSeeded = 'seeded'
  await db
    .insert(settings)
    .values({ name: DEMO_SEEDED, value, createdAt: clock.now() })
    .onConflictDoUpdate({ target: settings.name, set: { value } })
}

function* batchesOf(days: Iterable<OrderPlan[]>): Generator<OrderPlan[]> {
  let batch: OrderPlan[] = []
  for (const day of days) {
    batch.push(...day)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
