import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import {
  type PaymentDeps,
  type SetAsideOutcome,
  settleSetAside,
} from '#server/modules/payments/index.ts'

/** Retries the confirmation of a paid order that was set aside. */
export async function retrySetAside(
  deps: PaymentDeps,
  actor: Actor,
  orderId: string,
): Promise<{ outcome: SetAsideOutcome }> {
  const outcome = await settleSetAside(deps, orderId, (tx, result) =>
    recordAuditEntry(tx, deps, actor, {
      action: 'order.payment_retried',
      subjectId: orderId,
      before: {},
      after: { outcome: result },
    }),
  )
  return { outcome }
}
