import { eq } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { importedSubscriptions } from './tables.ts'

/** Part of the export of a customer's stored data. The rows are deleted with the customer. */
export async function exportImported(db: DbOrTx, customerId: string) {
  const rows = await db
    .select()
    .from(importedSubscriptions)
    .where(eq(importedSubscriptions.customerId, customerId))
  return rows.map(({ matchKey, tokenHash, setupRef, staffEmail, ...row }) => row)
}
