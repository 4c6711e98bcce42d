import { ensureDemo } from './demo/ensure-demo.ts'
import type { Deps } from './deps.ts'
import { seedProducts } from './modules/catalog/index.ts'

type SeedDeps = Pick<Deps, 'config' | 'db' | 'clock' | 'random' | 'sandbox'>

/** Seeds a new shop with products, and in development with demo data. Later starts change nothing. */
export async function seedShop({ config, sandbox, ...deps }: SeedDeps): Promise<void> {
  const { seed, shop } = config
  if (seed !== 'none') await seedProducts(deps)
  if (seed !== 'demo') return
  await ensureDemo({ ...deps, calendar: shop.calendar, fingerprintKey: sandbox?.secretKey })
}
