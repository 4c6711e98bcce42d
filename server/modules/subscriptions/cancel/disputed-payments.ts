import { and, desc, eq, or, sql } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import { disputes } from '#server/modules/payments/tables.ts'
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
    // Those that are open first, then the newest.
    .orderBy(sql`${disputes.state} = 'open' desc`, desc(disputes.openedAt))
    .limit(1),
)

/** Whether the bank still contests a payment of this subscription, the first one included. */
export async function isDisputed(db: DbOrTx, subscriptionId: string): Promise<boolean> {
  return (await findDisputes(db, { subscriptionId, states: ['open'] })).length > 0
}

/** The dispute for which deliveries are paused; one that was lost keeps them so until staff resume. */
export async function findPausingDispute(
  db: DbOrTx,
  subscriptionId: string,
): Promise<Subscription['dispute']> {
  const [found] = await findDisputes(db, { subscriptionId, states: ['open', 'lost'] })
  if (!found || found.state === 'won') return null
  return { orderId: found.orderId, state: found.state }
}

/**
 * Nobody has deliveries charged to a card whose holder contests a charge. After a dispute that we
 * lost, staff decide whether deliveries resume.
 */
export async function assertNotDisputed(
  db: DbOrTx,
  subscriptionId: string,
  by: 'customer' | 'staff',
): Promise<void> {
  const states = by === 'staff' ? ['open'] : ['open', 'lost']
  const found = await findDisputes(db, { subscriptionId, states })
  if (found.length > 0) throw new Failure('payment_disputed')
}
