import { eq, sql } from 'drizzle-orm'
import type { OrderDetail } from '#contract/backoffice.ts'
import { Failure } from '#contract/errors.ts'
import type { Db } from '#server/db/client.ts'
import { type Actor, writeDown } from '#server/modules/audit/index.ts'
import { mails } from '#server/modules/mail/tables.ts'
import type { Clock } from '#server/world.ts'

/** The same row becomes due again: its words are written anew from what is stored then. */
export function resendMail(
  { db, clock }: { db: Db; clock: Clock },
  actor: Actor,
  id: string,
): Promise<OrderDetail['mails'][number]> {
  return db.transaction(async (tx) => {
    const [mail] = await tx
      .update(mails)
      .set({ status: 'waiting', dueAt: clock.now(), attempts: 0 })
      .where(eq(mails.id, id))
      .returning()
    if (!mail) throw new Failure('not_found')
    await tx.execute(sql`select pg_notify('carboy_mail', '')`)
    const { kind, status, createdAt, sentAt, subjectId } = mail
    await writeDown(tx, { clock }, actor, {
      deed: 'mail.resent',
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
