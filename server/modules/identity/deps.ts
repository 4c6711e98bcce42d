import type { Db } from '#server/db/client.ts'
import type { Clock, Log, Random } from '#server/runtime.ts'

export type IdentityDeps = {
  db: Db
  clock: Clock
  random: Random
  log: Log
  /** HMAC key for 6-digit login codes, so that stolen hashes do not reveal the codes. */
  codeKey: string
}
