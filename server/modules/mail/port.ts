export type OutgoingEmail = {
  /** Stays the same for every attempt, so that the receiver can recognize a duplicate. */
  messageId: string
  from: string
  to: string
  subject: string
  html: string
  text: string
}

/** Delivers emails to a mail server or to the development mailbox. */
export type Mailer = {
  deliver(email: OutgoingEmail): Promise<void>
  /** Delivers and returns the server's answer; missing where there is no server. */
  deliverAndReport?(email: OutgoingEmail): Promise<string>
  /** Deletes older emails, where they are stored. */
  purge?(before: Date): Promise<void>
  close(): void
}

/** Recipient and content of an email, built from current data when it is sent. */
export type EmailContent = {
  to: string
  subject: string
  html: string
  text: string
  /** Runs after the email was delivered, and again if that could not be recorded. */
  onSent?: (at: Date) => Promise<void>
}

/**
 * Builds the email of one kind about one entity. Returns undefined if there is nothing to send.
 * `dedupeSuffix` separates several emails of one kind about the same entity.
 */
export type BuildEmail = (
  subjectId: string,
  dedupeSuffix?: string,
) => Promise<EmailContent | undefined>
