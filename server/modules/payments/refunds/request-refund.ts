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
  /** How long it can still be withdrawn; the provider is called afterward. */
  delayMs?: number | undefined
}

/** I3: only inserts the row. A worker calls the provider once it is committed. Returns its id. */
export async function requestRefund(
  tx: Tx,
  { clock, random }: Pick<PaymentDeps, 'clock' | 'random'>,
  { delayMs = 0, ...refund }: RefundInput,
): Promise<string> {
  const now = clock.now()
  const id = random.uuid()
  await tx
    .insert(refunds)
    .values({
      id,
      ...refund,
      destination: refund.intentId === null ? 'credit' : 'card',
      dueAt: new Date(now.getTime() + delayMs),
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
  await tx.execute(sql`select pg_notify('carboy_refund', '')`)
  return id
}
