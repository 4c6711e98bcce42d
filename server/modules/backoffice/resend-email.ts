import { eq, sql } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { OrderDetail } from '#contract/staff/backoffice.ts'
import type { Db } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { emails } from '#server/modules/mail/tables.ts'
import type { Clock } from '#server/runtime.ts'

/** Makes the same row due again; its content is rebuilt from current data. */
export function resendEmail(
  { db, clock }: { db: Db; clock: Clock },
  actor: Actor,
  id: string,
): Promise<OrderDetail['emails'][number]> {
  return db.transaction(async (tx) => {
    const [email] = await tx
      .update(emails)
      .set({ status: 'pending', dueAt: clock.now(), attempts: 0 })
      .where(eq(emails.id, id))
      .returning()
    if (!email) throw new Failure('not_found')
    await tx.execute(sql`select pg_notify('carboy_email', '')`)
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
