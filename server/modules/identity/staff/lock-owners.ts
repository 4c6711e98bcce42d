import { and, asc, eq, isNull } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import { staff } from '../tables.ts'

/** The owner behind a change of accounts, or the command line. */
export type AccountActor = Actor | { actor: 'system' }

/**
 * Locks every active owner, in one order. Changes of accounts wait for each other, so that two owners
 * who demote each other at the same time cannot leave the shop without one. The actor may have lost
 * the role since the request was authorized, so it is checked again.
 */
export async function lockOwners(tx: Tx, actor: AccountActor): Promise<Set<string>> {
  const rows = await tx
    .select({ id: staff.id })
    .from(staff)
    .where(and(eq(staff.role, 'owner'), isNull(staff.disabledAt)))
    .orderBy(asc(staff.id))
    .for('update')
  const owners = new Set(rows.map(({ id }) => id))
  if ('id' in actor && !owners.has(actor.id)) throw new Failure('not_permitted')
  return owners
}

export function assertOwnerRemains(owners: ReadonlySet<string>, leavingId: string): void {
  if (owners.size === 1 && owners.has(leavingId)) throw new Failure('last_owner')
}
