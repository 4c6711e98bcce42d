import { sql } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import type { PaymentDeps } from './deps.ts'
import { refunds } from './tables.ts'

type RefundWish = {
  orderId: string
  intentId: string
  amountCents: number
  reason: string
  dedupeKey: string
}

/** I3: only the row is written here; the worker asks the provider once it is committed. */
export async function requestRefund(
  tx: Tx,
  { clock, random }: Pick<PaymentDeps, 'clock' | 'random'>,
  wish: RefundWish,
): Promise<void> {
  const now = clock.now()
  await tx
    .insert(refunds)
    .values({ id: random.uuid(), ...wish, dueAt: now, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
  await tx.execute(sql`select pg_notify('carboy_refund', '')`)
}
