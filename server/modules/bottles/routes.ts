import * as contract from '#contract/bottles/bottles.ts'
import type { Db } from '#server/db/client.ts'
import type { Mount } from '#server/http/mount/mount.ts'
import { readBottles } from './read-bottles.ts'

export function bottleRoutes(mount: Mount, deps: { db: Db }): void {
  mount(contract.getBottles, ({ user }) => readBottles(deps.db, user.id))
}
