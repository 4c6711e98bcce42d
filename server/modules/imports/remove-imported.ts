import { eq } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { removeDepositOpening } from '#server/modules/deposits/index.ts'
import type { ImportDeps } from './deps.ts'
import { importedSubscriptions } from './tables.ts'

/**
 * Removes a line with its bottles, so that it can be imported again. Its link stops working at once.
 * A customer who has agreed has a subscription instead, which is cancelled like any other.
 */
export async function removeImported(
  deps: Pick<ImportDeps, 'db' | 'clock'>,
  actor: Actor,
  id: string,
): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(importedSubscriptions)
      .where(eq(importedSubscriptions.id, id))
      .for('update')
    if (!row) throw new Failure('not_found')
    if (row.status === 'agreed') throw new Failure('already_answered')
    await tx.delete(importedSubscriptions).where(eq(importedSubscriptions.id, id))
    await removeDepositOpening(tx, row)
    await recordAuditEntry(tx, deps, actor, {
      action: 'subscriptions.import_removed',
      subjectId: row.customerId,
      before: { imported: id, status: row.status },
      after: {},
    })
  })
}
