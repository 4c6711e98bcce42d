import { eq, sql } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { OrderDetail } from '#contract/staff/backoffice.ts'
import type { Db } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { emails } from '#server/modules/mail/tables.ts'
import type { Clock } from '#server/runtime.ts'

/** The same row becomes due again: its words are written anew from what is stored then. */
export function resendEmail(
  { db, clock }: { db: Db; clock: Clock },
  actor: Actor,
  id: string,
): Promise<OrderDetail['mails'][number]> {
  return db.transaction(async (tx) => {
    const [mail] = await tx
      .update(emails)
      .set({ status: 'waiting', dueAt: clock.now(), attempts: 0 })
      .where(eq(emails.id, id))
      .returning()
    if (!mail) throw new Failure('not_found')
    await tx.execute(sql`select pg_notify('carboy_mail', '')`)
    const { kind, status, createdAt, sentAt, subjectId } = mail
    await recordAuditEntry(tx, { clock }, actor, {
      action: 'mail.resent',
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
