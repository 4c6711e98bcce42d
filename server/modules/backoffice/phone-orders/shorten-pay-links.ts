import type { Tx } from '#server/db/client.ts'
import { cancelQueuedEmails, queueEmail } from '#server/modules/mail/index.ts'
import { limitPayLinks } from '#server/modules/payments/index.ts'
import type { Clock, Random } from '#server/runtime.ts'

/** Longer than the job takes that cancels orders whose link has ended. */
const CANCEL_EMAIL_DELAY_MS = 10 * 60_000

/**
 * Rule 39: links end at the cut-off of their delivery, also if it is earlier now than their email
 * said. The customer gets the new end, or an email that the order is cancelled if it has passed.
 */
export async function shortenPayLinks(
  tx: Tx,
  deps: { clock: Clock; random: Random },
  orderIds: string[],
  end: Date,
): Promise<void> {
  const now = deps.clock.now()
  for (const { orderId: subjectId, netDays } of await limitPayLinks(tx, orderIds, { end, now })) {
    const kind = netDays === null ? 'payment_link' : 'terms_link'
    // An unsent email would name the same end.
    await cancelQueuedEmails(tx, { subjectIds: [subjectId], kinds: [kind], since: new Date(0) })
    if (end > now) await queueEmail(tx, deps, { kind, subjectId, dedupeSuffix: end.toISOString() })
    else {
      const delayMs = CANCEL_EMAIL_DELAY_MS
      await queueEmail(tx, deps, { kind: 'order_cancelled', subjectId, delayMs })
    }
  }
}
