import { desc, eq } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { type Given, statement } from '#server/db/statement.ts'
import type { Postman } from '#server/modules/mail/port.ts'
import type { Clock, Random } from '#server/world.ts'
import { mailbox } from './tables.ts'

type MailboxDeps = { db: Db; clock: Clock; random: Random }

const keep = statement((db, given: Given<KeptMail>) =>
  db
    .insert(mailbox)
    .values({
      id: given('id'),
      messageId: given('messageId'),
      sender: given('sender'),
      recipient: given('recipient'),
      subject: given('subject'),
      html: given('html'),
      text: given('text'),
      receivedAt: given('receivedAt'),
    })
    // A mail that is sent again after a crash is the same mail.
    .onConflictDoNothing(),
)

/** In development, without a mail server, mails are kept where /dev/mailbox can show them. */
export function databaseMailbox({ db, clock, random }: MailboxDeps): Postman {
  return {
    async deliver({ messageId, from, to, subject, html, text }) {
      await keep(db, {
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
    close: () => {},
  }
}

export type KeptMail = typeof mailbox.$inferSelect

export function keptMails(db: Db): Promise<KeptMail[]> {
  return db.select().from(mailbox).orderBy(desc(mailbox.receivedAt)).limit(100)
}

export async function keptMail(db: Db, id: string): Promise<KeptMail | undefined> {
  const [mail] = await db.select().from(mailbox).where(eq(mailbox.id, id))
  return mail
}
