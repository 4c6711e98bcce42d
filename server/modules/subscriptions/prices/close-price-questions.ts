import { and, eq, notInArray } from 'drizzle-orm'
import type { Tx } from '#server/db/client.ts'
import type { Clock } from '#server/runtime.ts'
import { priceQuestions } from '../tables.ts'

/** Closes open questions of a subscription, except those about products that it keeps. */
export async function closePriceQuestions(
  tx: Tx,
  { clock }: { clock: Clock },
  subscriptionId: string,
  exceptProducts: string[] = [],
): Promise<void> {
  await tx
    .update(priceQuestions)
    .set({ status: 'closed', closedAt: clock.now() })
    .where(
      and(
        eq(priceQuestions.subscriptionId, subscriptionId),
        eq(priceQuestions.status, 'open'),
        exceptProducts.length > 0
          ? notInArray(priceQuestions.productId, exceptProducts)
          : undefined,
      ),
    )
}
