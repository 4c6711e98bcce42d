export type OutgoingEmail = {
  /** Stays the same over every try, so that a receiver can tell a repeated one. */
  messageId: string
  from: string
  to: string
  subject: string
  html: string
  text: string
}

/** Brings mails to the world: a mail server, or the development mailbox. */
export type Mailer = { deliver(mail: OutgoingEmail): Promise<void>; close(): void }

/** The words of a mail, made from what is stored at the moment of sending. */
export type EmailContent = { to: string; subject: string; html: string; text: string }

/** Writes the mail of one kind about the subject with this id; nothing when it is gone. */
/** `dedupeSuffix` tells apart several mails of one kind about one subject. */
export type BuildEmail = (
  subjectId: string,
  dedupeSuffix?: string,
) => Promise<EmailContent | undefined>
