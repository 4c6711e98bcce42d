import type { OrderBefore } from '#contract/staff-desk.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import { withdrawMails } from '#server/modules/mail/index.ts'
import { lockOrder } from './queries.ts'
import { type OrderDeps, statusNews, updateOrderIn } from './update-order.ts'

/**
 * Takes a change of status back, mails that still wait included. False, and nothing done, where the
 * order is no longer as that change left it. A number that was drawn for its invoice stays drawn.
 */
export async function restoreOrderIn(
  tx: Tx,
  deps: OrderDeps,
  actor: Actor,
  { id, ...before }: OrderBefore,
): Promise<boolean> {
  const order = await lockOrder(tx, id)
  if (order?.version !== before.version) return false
  await withdrawMails(tx, { subjectId: id, kinds: statusNews, since: order.updatedAt })
  await updateOrderIn(tx, deps, actor, id, before)
  return true
}
