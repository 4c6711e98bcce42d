import { eq } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { hashToken } from '#server/modules/identity/index.ts'
import type { SubscriptionImport } from '#server/modules/subscriptions/index.ts'
import type { Clock } from '#server/runtime.ts'
import { type ImportedRow, importedSubscriptions } from '../tables.ts'

/** The row of an emailed link. Only the latest link works, and not after its end. */
export async function findAgreement(
  db: DbOrTx,
  { clock }: { clock: Clock },
  token: string,
): Promise<ImportedRow> {
  const [row] = await db
    .select()
    .from(importedSubscriptions)
    .where(eq(importedSubscriptions.tokenHash, hashToken(token)))
  return assertUsable(row, clock.now())
}

/** Finds an agreement under a lock, for the transaction that stores the answer. */
export async function lockAgreement(
  db: DbOrTx,
  { clock }: { clock: Clock },
  token: string,
): Promise<ImportedRow> {
  const [row] = await db
    .select()
    .from(importedSubscriptions)
    .where(eq(importedSubscriptions.tokenHash, hashToken(token)))
    .for('update')
  return assertUsable(row, clock.now())
}

function assertUsable(row: ImportedRow | undefined, now: Date): ImportedRow {
  if (!row) throw new Failure('not_found')
  if (!row.expiresAt || row.expiresAt <= now) throw new Failure('link_invalid')
  return row
}

export const toImported = (row: ImportedRow): SubscriptionImport => ({
  customerId: row.customerId,
  customerName: row.customerName,
  customerEmail: row.customerEmail,
  customerPhone: row.customerPhone,
  deliveryAddress: row.deliveryAddress,
  deliveryCity: row.deliveryCity,
  deliveryState: row.deliveryState,
  deliveryZip: row.deliveryZip,
  items: row.items,
  frequency: row.frequency,
  nextDate: row.nextDate,
  notes: row.notes,
})
