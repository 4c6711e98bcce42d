import { Failure } from '#contract/errors.ts'
import type { OrderDetail } from '#contract/staff/backoffice.ts'
import type { Db } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import {
  deliveryEmailKinds,
  orderEmailKinds,
  requeueEmail,
  visitEmailKinds,
  windowEmailKinds,
} from '#server/modules/mail/index.ts'
import type { Clock } from '#server/runtime.ts'

/** Links to log in and to set a password are not for staff to send again. */
const resendableKinds = new Set<string>([
  ...orderEmailKinds,
  ...deliveryEmailKinds,
  ...windowEmailKinds,
  ...visitEmailKinds,
  'subscription_changed',
  'delivery_receipt',
])

/** Sends an email about an order again, with an audit entry. */
export function resendEmail(
  { db, clock }: { db: Db; clock: Clock },
  actor: Actor,
  id: string,
): Promise<OrderDetail['emails'][number]> {
  return db.transaction(async (tx) => {
    const email = await requeueEmail(tx, { clock }, id)
    if (!email || !resendableKinds.has(email.kind)) throw new Failure('not_found')
    const { kind, status, createdAt, sentAt, subjectId } = email
    await recordAuditEntry(tx, { clock }, actor, {
      action: 'email.resent',
      subjectId,
      before: {},
      after: { kind },
    })
    return {
      id,
      kind,
      status,
      createdAt: createdAt.toISOString(),
      sentAt: sentAt?.toISOString() ?? null,
    }
  })
}
