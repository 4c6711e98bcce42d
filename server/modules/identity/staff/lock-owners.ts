import { asc, eq } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import { staff } from '../tables.ts'

/**
 * Locks every owner, in one order. Changes of owners wait for each other, so that two owners who
 * demote each other at the same time cannot leave the shop without one.
 */
export async function lockOwners(tx: Tx): Promise<Set<string>> {
  const owners = await tx
    .select({ id: staff.id })
    .from(staff)
    .where(eq(staff.role, 'owner'))
    .orderBy(asc(staff.id))
    .for('update')
  return new Set(owners.map(({ id }) => id))
}

export function assertOwnerRemains(owners: ReadonlySet<string>, leavingId: string): void {
  if (owners.size === 1 && owners.has(leavingId)) throw new Failure('last_owner')
}
