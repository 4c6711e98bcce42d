import { eq } from 'drizzle-orm'
import { settings } from '#server/db/settings-tables.ts'
import { DEMO_SEEDED, type DemoDeps } from './demo-seeded.ts'

/** Adds the demo shop at the first start; every later start reads one row. */
export async function ensureDemo(deps: DemoDeps): Promise<void> {
  const [seeded] = await deps.db.select().from(settings).where(eq(settings.name, DEMO_SEEDED))
  if (seeded) return
  // Imported only when needed: later starts do not load the generator.
  const { seedDemo } = await import('./seed-demo.ts')
  await seedDemo(deps)
}
