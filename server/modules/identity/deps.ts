import type { Db } from '#server/db/client.ts'
import type { Clock, Log, Random } from '#server/runtime.ts'

export type IdentityDeps = {
  db: Db
  clock: Clock
  random: Random
  log: Log
  /** HMAC key for 6-digit login codes, so that stolen hashes do not reveal the codes. */
  codeKey: string
  /** Rule 37: keys of the stored secrets, and whether owners and managers must use it. */
  twoStep: { keys: readonly Buffer[]; isRequired: boolean }
}
