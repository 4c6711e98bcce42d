import type { Db } from '#server/db/client.ts'
import type { WorldDeps } from './open-world.ts'

/** The setting that says that the demo was made here, or that the shop was in use before it. */
export const DEMO_SEEDED = 'demo_seeded'

export type DemoDeps = WorldDeps & {
  db: Db
  /** The sandbox's key. Another provider would vouch for no past that we made up. */
  fingerprintKey: string | undefined
}
