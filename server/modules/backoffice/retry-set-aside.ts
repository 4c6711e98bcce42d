import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import {
  type PaymentDeps,
  type SetAsideOutcome,
  settleSetAside,
} from '#server/modules/payments/index.ts'

/** Confirms a paid order after all, with the subscription's part where that works. */
export async function retrySetAside(
  deps: PaymentDeps,
  actor: Actor,
  orderId: string,
): Promise<{ outcome: SetAsideOutcome }> {
  const outcome = await settleSetAside(deps, orderId, (tx, reached) =>
    recordAuditEntry(tx, deps, actor, {
      action: 'order.payment_retried',
      subjectId: orderId,
      before: {},
      after: { outcome: reached },
    }),
  )
  return { outcome }
}
