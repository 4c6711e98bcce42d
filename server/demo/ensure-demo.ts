import { eq } from 'drizzle-orm'
import { settings } from '#server/db/settings-tables.ts'
import { DEMO_SEEDED, type DemoDeps } from './demo-seeded.ts'

/** The demo shop, at the first start alone; every later one costs a look at one row. */
export async function ensureDemo(deps: DemoDeps): Promise<void> {
  const [seeded] = await deps.db.select().from(settings).where(eq(settings.name, DEMO_SEEDED))
  if (seeded) return
  // Not a static import: a shop that has its demo need not read how it is made.
  const { seedDemo } = await import('./seed-demo.ts')
  await seedDemo(deps)
}
