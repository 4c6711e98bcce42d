import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { settings } from '#server/db/settings-tables.ts'
import { schedules } from '#server/modules/dispatch/tables.ts'
import { trucks } from '#server/modules/fleet/tables.ts'
import { DEMO_SEEDED, type DemoDeps, type DemoSeeded } from './demo-seeded.ts'
import { makeSchedules, withOddOnes } from './make-schedules.ts'
import { setNextDeliveries, writeSubscriptions } from './make-subscriptions.ts'
import { makeTrucks } from './make-trucks.ts'
import { makeYear } from './make-year.ts'
import { openWorld } from './open-world.ts'
import type { Person } from './people.ts'
import { tellStories } from './stories.ts'
import { settlePlans, writeLedger, writePlans } from './write-plans.ts'

/** With the stories about 420 orders of 60 customers. */
const SIZE = { orders: 388, customers: 59 }

/** A believable year of a small shop: all of it or nothing, and once, whoever starts first. */
export async function seedDemo(deps: DemoDeps): Promise<void> {
  const { clock, random, fingerprintKey } = deps
  await deps.db.transaction(async (tx) => {
    // A process that is just at it holds this row until it is through: the others wait, then leave.
    const [mine] = await tx
      .insert(settings)
      .values({ name: DEMO_SEEDED, value: 'seeded' satisfies DemoSeeded, createdAt: clock.now() })
      .onConflictDoNothing()
      .returning()
    if (!mine) return
    if (await isInUse(tx)) return markInUse(tx)

    const world = await openWorld(tx, deps)
    const fleet = makeTrucks(random, world.almanac)
    await insertRows(tx, trucks, fleet)
    if (!fingerprintKey) return

    const people: Person[] = []
    const year = [...makeYear(world, SIZE, people)].flat()
    const plans = [...year, ...tellStories(world, people)]
    const bookDeps = { random, fingerprintKey }
    const books = await settlePlans(tx, bookDeps, plans)
    await writePlans(tx, bookDeps, plans, books)
    await writeLedger(tx, books)
    await writeSubscriptions(tx, plans, deps.timeZone)
    await setNextDeliveries(tx, world.almanac.today)
    const rows = makeSchedules(world, fleet, plans)
    await insertRows(tx, schedules, withOddOnes(world, rows, plans))
  })
}

async function markInUse(tx: Tx): Promise<void> {
  const value: DemoSeeded = 'in-use'
  await tx.update(settings).set({ value }).where(eq(settings.name, DEMO_SEEDED))
}

/** Whoever has worked with an empty shop wants no invented customers among their own. */
async function isInUse(tx: Tx): Promise<boolean> {
  const { rows } = await tx.execute<{ used: boolean }>(
    sql`select exists (select from orders) or exists (select from customers)
          or exists (select from trucks) as used`,
  )
  return rows[0]?.used ?? false
}
