import { ensureDemo } from './demo/ensure-demo.ts'
import type { Deps } from './deps.ts'
import { seedProducts } from './modules/catalog/index.ts'

type SeedDeps = Pick<Deps, 'config' | 'shop' | 'db' | 'clock' | 'random' | 'sandbox'>

/** Seeds a new shop with products, and in development with demo data. Later starts change nothing. */
export async function seedShop({ config, shop, sandbox, ...deps }: SeedDeps): Promise<void> {
  const { seed } = config
  if (seed !== 'none') await seedProducts(deps)
  if (seed !== 'demo') return
  await ensureDemo({ ...deps, calendar: shop.calendar, fingerprintKey: sandbox?.secretKey })
}
