import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { settings } from '#server/db/settings-tables.ts'
import { schedules } from '#server/modules/dispatch/tables.ts'
import { trucks } from '#server/modules/fleet/tables.ts'
import { customers } from '#server/modules/identity/tables.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { createContext } from './create-context.ts'
import type { Buyer } from './demo-buyers.ts'
import { DEMO_SEEDED, type DemoDeps, type DemoSeedState } from './demo-seeded.ts'
import { makeImportedSubscriptions } from './imports/make-imported-subscriptions.ts'
import { finalizePlans, insertLedger, insertPlans } from './insert-plans.ts'
import { makeCases, planReported } from './make-cases.ts'
import { makeCatalogChanges } from './make-catalog-changes.ts'
import { makeOffice, officeOrders } from './make-office.ts'
import { makeSchedules, withEdgeCases } from './make-schedules.ts'
import { insertSubscriptions, setNextDeliveries } from './make-subscriptions.ts'
import { makeTrucks } from './make-trucks.ts'
import { makeYear } from './make-year.ts'
import { scriptedOrders } from './scripted-orders.ts'
import { makeBottles } from './truck-week/make-bottles.ts'
import { makeDoors } from './truck-week/make-doors.ts'
import { makeRoutes } from './truck-week/make-routes.ts'
import { insertZones } from './truck-week/make-zones.ts'
import { weekOrders } from './truck-week/week-orders.ts'

/** With the scripted orders and the week of the trucks about 490 orders of 130 customers. */
const SIZE = { orders: 383, customers: 58 }

/** Adds one year of realistic demo data in one transaction, once, by the first process to start. */
export async function seedDemo(deps: DemoDeps): Promise<void> {
  const { clock, random, fingerprintKey } = deps
  await deps.db.transaction(async (tx) => {
    // Other processes wait for this row until the first has committed, and then return.
    const [inserted] = await tx
      .insert(settings)
      .values({
        name: DEMO_SEEDED,
        value: 'seeded' satisfies DemoSeedState,
        createdAt: clock.now(),
      })
      .onConflictDoNothing()
      .returning()
    if (!inserted) return
    if (await isInUse(tx)) return markInUse(tx)

    const context = await createContext(tx, deps)
    const fleet = makeTrucks(random, context.calendar)
    await insertRows(tx, trucks, fleet)
    const truckWeek = { random, calendar: context.calendar, trucks: fleet }
    await insertZones(tx, truckWeek)
    if (!fingerprintKey) return

    const buyers: Buyer[] = []
    const year = [...makeYear(context, SIZE, buyers)].flat()
    const plans = [
      ...year,
      ...scriptedOrders(context, buyers),
      ...officeOrders(context),
      ...weekOrders(context),
    ]
    const ledgerDeps = { random, fingerprintKey }
    const ledgerRows = await finalizePlans(tx, ledgerDeps, plans)
    const reported = planReported(context, plans)
    await insertPlans(tx, ledgerDeps, plans, ledgerRows)
    await insertLedger(tx, ledgerRows)
    await insertSubscriptions(tx, plans, deps.calendar)
    await setNextDeliveries(tx, context.calendar.today)
    await makeCatalogChanges(tx, { context, random })
    const rows = makeSchedules(context, fleet, plans)
    await insertRows(tx, schedules, withEdgeCases(context, rows, plans))
    await makeRoutes(tx, truckWeek)
    if (reported) await makeCases(tx, { context, random, reported })
    await makeOffice(tx, { context, random, plans })
    await makeImportedSubscriptions(tx, { context, random, plans })
    await makeBottles(tx, { context, clock })
    await makeDoors(tx, context)
  })
}

async function markInUse(tx: Tx): Promise<void> {
  const value: DemoSeedState = 'in-use'
  await tx.update(settings).set({ value }).where(eq(settings.name, DEMO_SEEDED))
}

/** A shop that already has rows gets no demo customers among its own. */
async function isInUse(tx: Tx): Promise<boolean> {
  const { rows } = await tx.execute<{ used: boolean }>(
    sql`select exists (select from ${orders}) or exists (select from ${customers})
          or exists (select from ${trucks}) as used`,
  )
  return rows[0]?.used ?? false
}
