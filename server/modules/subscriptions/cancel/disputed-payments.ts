import { and, desc, eq, or, sql } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import { disputes } from '#server/modules/payments/disputes/tables.ts'
import { cycles } from '../tables.ts'

type DisputeParams = Params<{ subscriptionId: string; states: string[] }>

const findDisputes = preparedStatement((db, param: DisputeParams) =>
  db
    .select({ orderId: disputes.orderId, state: disputes.state })
    .from(disputes)
    .where(
      and(
        sql`${disputes.state} = any(${param('states')})`,
        or(
          eq(disputes.orderId, param('subscriptionId')),
          sql`exists (select 1 from ${cycles} where ${cycles.orderId} = ${disputes.orderId}
            and ${eq(cycles.subscriptionId, param('subscriptionId'))})`,
        ),
      ),
    )
    // Open disputes first, then by date, newest first.
    .orderBy(sql`${disputes.state} = 'open' desc`, desc(disputes.openedAt))
    .limit(1),
)

/** Whether any payment of this subscription, including the first, has an open dispute. */
export async function isDisputed(db: DbOrTx, subscriptionId: string): Promise<boolean> {
  return (await findDisputes(db, { subscriptionId, states: ['open'] })).length > 0
}

/** The dispute that paused the deliveries. After a lost dispute they stay paused until staff resume. */
export async function findPausingDispute(
  db: DbOrTx,
  subscriptionId: string,
): Promise<Subscription['dispute']> {
  const [dispute] = await findDisputes(db, { subscriptionId, states: ['open', 'lost'] })
  if (!dispute || dispute.state === 'won') return null
  return { orderId: dispute.orderId, state: dispute.state }
}

/**
 * A card with an open dispute is not charged again. After a lost dispute only staff can resume the
 * deliveries.
 */
export async function assertNotDisputed(
  db: DbOrTx,
  subscriptionId: string,
  by: 'customer' | 'staff',
): Promise<void> {
  const states = by === 'staff' ? ['open'] : ['open', 'lost']
  const rows = await findDisputes(db, { subscriptionId, states })
  if (rows.length > 0) throw new Failure('payment_disputed')
}
