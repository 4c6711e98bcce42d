import type { Db } from '#server/db/client.ts'
import type { ContextDeps } from './create-context.ts'

/** The setting that records that demo data was added, or that the shop was already in use. */
export const DEMO_SEEDED = 'demo_seeded'

/** Its values; earlier versions wrote 'yes' in either case. */
export type DemoSeedState = 'seeded' | 'in-use' | 'yes'

export type DemoDeps = ContextDeps & {
  db: Db
  /** The sandbox's key. With another provider no past payments can be added. */
  fingerprintKey: string | undefined
}
