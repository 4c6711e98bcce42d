import { desc, eq, lt } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import type { Mailer } from '#server/modules/mail/port.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { mailbox } from './tables.ts'

type MailboxDeps = { db: Db; clock: Clock; random: Random }

const insertEmail = preparedStatement((db, param: Params<StoredEmail>) =>
  db
    .insert(mailbox)
    .values({
      id: param('id'),
      messageId: param('messageId'),
      sender: param('sender'),
      recipient: param('recipient'),
      subject: param('subject'),
      html: param('html'),
      text: param('text'),
      receivedAt: param('receivedAt'),
    })
    // After a crash the same email may be sent again with the same message id.
    .onConflictDoNothing(),
)

/** Stores emails for /dev/mailbox, in development without a mail server. */
export function databaseMailbox({ db, clock, random }: MailboxDeps): Mailer {
  return {
    async deliver({ messageId, from, to, subject, html, text }) {
      await insertEmail(db, {
        id: random.uuid(),
        messageId,
        sender: from,
        recipient: to,
        subject,
        html,
        text,
        receivedAt: clock.now(),
      })
    },
    async purge(before) {
      await db.delete(mailbox).where(lt(mailbox.receivedAt, before))
    },
    close: () => {},
  }
}

export type StoredEmail = typeof mailbox.$inferSelect

export function listStoredEmails(db: Db): Promise<StoredEmail[]> {
  return db.select().from(mailbox).orderBy(desc(mailbox.receivedAt)).limit(100)
}

export async function findStoredEmail(db: Db, id: string): Promise<StoredEmail | undefined> {
  const [email] = await db.select().from(mailbox).where(eq(mailbox.id, id))
  return email
}
