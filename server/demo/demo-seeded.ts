import type { Db } from '#server/db/client.ts'
import type { WorldDeps } from './open-world.ts'

/** The setting that says that the demo was made here, or that the shop was in use before it. */
export const DEMO_SEEDED = 'demo_seeded'

/** Its values; 'yes' is of earlier versions, which wrote it in either case. */
export type DemoSeeded = 'seeded' | 'in-use' | 'yes'

export type DemoDeps = WorldDeps & {
  db: Db
  /** The sandbox's key. Another provider would vouch for no past that we made up. */
  fingerprintKey: string | undefined
}
