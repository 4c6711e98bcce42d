import type { Tx } from '#server/db/client.ts'
import { cancelQueuedEmails, queueEmail } from '#server/modules/mail/index.ts'
import type { PhoneOrderDeps } from './deps.ts'

/** By then reconciliation has found a charge whose answer was lost (I2). */
const UNANSWERED_MS = 30 * 60_000

/**
 * Emails the pay link later, for a charge that never ends: the process can die before it, and the
 * provider may not have received it. An order that was paid or cancelled by then gets no email.
 */
export const queueLinkAfterCharge = (tx: Tx, deps: PhoneOrderDeps, orderId: string) =>
  queueEmail(tx, deps, {
    kind: 'payment_link',
    subjectId: orderId,
    dedupeSuffix: 'unanswered',
    delayMs: UNANSWERED_MS,
  })

/** The charge has ended. */
export const dropLinkAfterCharge = (tx: Tx, orderId: string) =>
  cancelQueuedEmails(tx, { subjectIds: [orderId], kinds: ['payment_link'], since: new Date(0) })
