import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import type { PaymentDeps } from '../deps.ts'
import { refunds } from '../tables.ts'
import type { RefundedItem } from './refunded-item.ts'

type RefundInput = {
  orderId: string
  /** Null for a refund as credit. */
  intentId: string | null
  amountCents: number
  items?: RefundedItem[]
  reason: string
  dedupeKey: string
  /**
   * Requested by a rule, not by a person: after a restore the rule asks for it again. It has the same
   * id then, and the ledger is read before it is sent.
   */
  isRepeatable?: boolean
  /** How long it can still be withdrawn; the provider is called afterward. */
  delayMs?: number | undefined
}

/** I3: only inserts the row. A worker calls the provider once it is committed. Returns its id. */
export async function requestRefund(
  tx: Tx,
  { clock, random }: Pick<PaymentDeps, 'clock' | 'random'>,
  { delayMs = 0, isRepeatable = false, ...refund }: RefundInput,
): Promise<string> {
  const now = clock.now()
  const id = isRepeatable ? idFromKey(refund.dedupeKey) : random.uuid()
  await tx
    .insert(refunds)
    .values({
      id,
      ...refund,
      // From the second attempt on, the ledger is read first (I4).
      attempts: isRepeatable ? 1 : 0,
      destination: refund.intentId === null ? 'credit' : 'card',
      dueAt: new Date(now.getTime() + delayMs),
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
  await tx.execute(sql`select pg_notify('carboy_refund', '')`)
  return id
}

/** A version 8 UUID, for derived ids. */
function idFromKey(key: string): string {
  const hex = createHash('sha256').update(`refund:${key}`).digest('hex')
  const [a, b, c, d] = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(13, 16), hex.slice(17, 20)]
  return `${a}-${b}-8${c}-8${d}-${hex.slice(20, 32)}`
}
