export type OutgoingMail = {
  /** Stays the same over every try, so that a receiver can tell a repeated one. */
  messageId: string
  from: string
  to: string
  subject: string
  html: string
  text: string
}

/** Brings mails to the world: a mail server, or the development mailbox. */
export type Mailer = { deliver(mail: OutgoingMail): Promise<void>; close(): void }

/** The words of a mail, made from what is stored at the moment of sending. */
export type Letter = { to: string; subject: string; html: string; text: string }

/** Writes the mail of one kind about the subject with this id; nothing when it is gone. */
/** `occasion` tells apart several mails of one kind about one subject. */
export type WriteLetter = (subjectId: string, occasion?: string) => Promise<Letter | undefined>
