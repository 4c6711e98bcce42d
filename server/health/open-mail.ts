import {
  databaseMailbox,
  findStoredEmail,
  listStoredEmails,
} from '#server/adapters/mailbox/database-mailbox.ts'
import { createSmtpMailer } from '#server/adapters/smtp/smtp-mailer.ts'
import type { Config } from '#server/config/config.ts'
import type { Db } from '#server/db/client.ts'
import type { Heartbeats } from '#server/db/heartbeats.ts'
import type { Mailbox } from '#server/http/dev-mailbox.ts'
import type { Mailer } from '#server/modules/mail/index.ts'
import type { Clock, Random } from '#server/runtime.ts'

type MailDeps = { db: Db; clock: Clock; random: Random; heartbeats: Heartbeats }

/** Sends through the mail server, or stores emails in the development mailbox if there is none. */
export function openMail(
  { smtp }: Pick<Config, 'smtp'>,
  { heartbeats, ...deps }: MailDeps,
): { mailer: Mailer; mailbox: Mailbox | undefined } {
  if (smtp) {
    const mailer = observeMailer(createSmtpMailer(smtp.url, smtp), heartbeats)
    return { mailer, mailbox: undefined }
  }
  const { db } = deps
  const mailbox = {
    list: () => listStoredEmails(db),
    find: (id: string) => findStoredEmail(db, id),
  }
  return { mailer: databaseMailbox(deps), mailbox }
}

/** Records whether the mail server works, for the alert about failing emails. */
function observeMailer(mailer: Mailer, heartbeats: Heartbeats): Mailer {
  const observe = async <T>(delivery: Promise<T>): Promise<T> => {
    try {
      const result = await delivery
      void heartbeats.record('email.delivered')
      return result
    } catch (error) {
      if (!isAboutOneEmail(error)) void heartbeats.record('email.failed')
      throw error
    }
  }
  const { deliverAndReport } = mailer
  return {
    ...mailer,
    deliver: (email) => observe(mailer.deliver(email)),
    ...(deliverAndReport && {
      deliverAndReport: (email) => observe(deliverAndReport(email)),
    }),
  }
}

/** The server rejects this recipient or message; others may go through. */
function isAboutOneEmail(error: unknown): boolean {
  const { code, command = '' } = error as { code?: string; command?: string }
  const isSenderRejected = command.startsWith('MAIL FROM')
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && !isSenderRejected
}
