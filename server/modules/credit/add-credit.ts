import type { CreditKind } from '#contract/credit.ts'
import type { Tx } from '#server/db/client.ts'
import { queueEmail } from '#server/modules/mail/index.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { lockCredit, writeEntry } from './write-entry.ts'

type AddedCredit = {
  customerId: string
  /** Positive. */
  cents: number
  kind: Extract<CreditKind, 'goodwill' | 'deposit_returned' | 'missed_delivery' | 'refund'>
  /** For staff; customers see the kind. */
  reason?: string | null
  orderId?: string | null
  staffEmail?: string | null
  /** Adding the same event again changes nothing. */
  dedupeKey?: string | null
  /** False if the email of its cause names it. */
  isEmailed?: boolean
}

/**
 * Adds credit in the transaction of its cause and emails the customer; a refund has its own email.
 * Locks the customer's credit, so it comes after the locks of orders and payments. Returns whether
 * it was added.
 */
export async function addCredit(
  tx: Tx,
  deps: { clock: Clock; random: Random },
  { isEmailed = true, ...credit }: AddedCredit,
): Promise<boolean> {
  if (!Number.isSafeInteger(credit.cents) || credit.cents <= 0)
    throw new Error(`invalid amount of credit: ${credit.cents}`)
  await lockCredit(tx, deps, credit.customerId)
  const entryId = await writeEntry(tx, deps, credit)
  if (entryId === undefined) return false
  if (isEmailed && credit.kind !== 'refund') {
    const email = { kind: 'credit_added', subjectId: credit.customerId }
    await queueEmail(tx, deps, { ...email, dedupeSuffix: String(entryId) })
  }
  return true
}
