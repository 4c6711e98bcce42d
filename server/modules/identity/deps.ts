import type { Db } from '#server/db/client.ts'
import type { Clock, Log, Random } from '#server/runtime.ts'

export type IdentityDeps = {
  db: Db
  clock: Clock
  random: Random
  log: Log
  /** Turns a 6-digit code into a hash that a stolen table does not give away. */
  codeKey: string
}
