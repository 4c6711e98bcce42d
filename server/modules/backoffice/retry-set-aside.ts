import { type Actor, writeDown } from '#server/modules/audit/index.ts'
import {
  type AdoptOutcome,
  adoptSetAside,
  type PaymentDeps,
} from '#server/modules/payments/index.ts'

/** Confirms a paid order after all, with the subscription's part where that works. */
export async function retrySetAside(
  deps: PaymentDeps,
  actor: Actor,
  orderId: string,
): Promise<{ outcome: AdoptOutcome }> {
  const outcome = await adoptSetAside(deps, orderId, (tx, reached) =>
    writeDown(tx, deps, actor, {
      deed: 'order.payment_retried',
      subjectId: orderId,
      before: {},
      after: { outcome: reached },
    }),
  )
  return { outcome }
}
