import { and, asc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import type { Clock, Log } from '#server/runtime.ts'
import { securityEmailKinds } from './email-kinds.ts'
import type { BuildEmail, Mailer } from './port.ts'
import { emailBackoffMs, MAX_EMAIL_ATTEMPTS } from './rules.ts'
import { emails } from './tables.ts'

export type SendEmailDeps = {
  db: Db
  clock: Clock
  log: Log
  mailer: Mailer
  /** A builder per kind of email, injected by the composition root. */
  emailBuilders: Record<string, BuildEmail>
  /** Sender of every email, from the settings at the time of sending. */
  sender(): string
  /** The right-hand side of message ids. */
  domain: string
  /** Waits while requests or charges are in progress. */
  yieldToPriorityWork?(): Promise<void>
}

/** Lease of a claimed email. After a crash another worker retries the email. */
const CLAIM_MS = 5 * 60_000

/** Sends all due emails. Safe to run in several processes at once. */
export const sendDueEmails = (deps: SendEmailDeps) => sendAll(deps, due)

/** Sends login emails separately: the customer is waiting, and other emails may fill the queue. */
export const sendSignInEmails = (deps: SendEmailDeps) => sendAll(deps, dueSignIn)

/** While the shop is paused, people can still log in and get emails about their account. */
export const sendSecurityEmails = (deps: SendEmailDeps) => sendAll(deps, dueSecurity)

async function sendAll(deps: SendEmailDeps, { claim, markAndClaim }: Claims): Promise<void> {
  const { db, clock } = deps
  const claimTimes = () => {
    const now = clock.now()
    return { now, until: new Date(now.getTime() + CLAIM_MS) }
  }
  let [email] = await claim(db, claimTimes())
  while (email) {
    const sent = await sendEmail(deps, email)
    const times = claimTimes()
    ;[email] = sent ? await markAndClaim(db, { ...times, ...sent }) : await claim(db, times)
    if (email) await deps.yieldToPriorityWork?.()
  }
}

type EmailRow = typeof emails.$inferSelect

type Times = { now: Date; until: Date }
type SendResult = { sentId: string; sentAt: Date }

/** Claims the oldest due email by postponing its next attempt before it is sent. */
const nextClaim = (
  db: Db,
  update: Pick<Db, 'update'>,
  param: Params<Times>,
  filter: SQL | undefined,
) =>
  update
    .update(emails)
    .set({ attempts: sql`${emails.attempts} + 1`, dueAt: param('until') })
    .where(
      // With `in`, PostgreSQL may run the subquery more than once and claim several rows.
      eq(
        emails.id,
        db
          .select({ id: emails.id })
          .from(emails)
          .where(and(eq(emails.status, 'pending'), lte(emails.dueAt, param('now')), filter))
          .orderBy(asc(emails.dueAt))
          .limit(1)
          .for('update', { skipLocked: true }),
      ),
    )
    .returning()

/** The statements that claim an email, of all kinds or only of some. */
const prepareClaims = (filter?: SQL) => ({
  claim: preparedStatement((db, param: Params<Times>) => nextClaim(db, db, param, filter)),
  /** One statement marks an email as sent and claims the next one. */
  markAndClaim: preparedStatement((db, param: Params<Times & SendResult>) => {
    const marked = db.$with('marked').as(
      db
        .update(emails)
        .set({ status: 'sent', sentAt: param('sentAt'), lastError: null })
        .where(eq(emails.id, param('sentId')))
        .returning({ id: emails.id }),
    )
    // Both parts see the row as it was before, and only one of them may change it.
    const isOther = sql`${emails.id} <> ${param('sentId')}`
    return nextClaim(db, db.with(marked), param, and(isOther, filter))
  }),
})

type Claims = ReturnType<typeof prepareClaims>

const due = prepareClaims()
const dueSignIn = prepareClaims(eq(emails.kind, 'sign_in'))
const dueSecurity = prepareClaims(inArray(emails.kind, [...securityEmailKinds]))

/** Returns undefined if it was not sent, which is recorded. */
async function sendEmail(deps: SendEmailDeps, email: EmailRow): Promise<SendResult | undefined> {
  const { clock, log, mailer, emailBuilders, sender, domain } = deps
  try {
    const content = await emailBuilders[email.kind]?.(email.subjectId, getDedupeSuffix(email))
    if (!content) {
      await finish(deps, email, { status: 'discarded', lastError: 'nothing to tell' })
      return undefined
    }
    const { onSent, ...message } = content
    await mailer.deliver({ messageId: `<${email.id}@${domain}>`, from: sender(), ...message })
    const sentAt = clock.now()
    await onSent?.(sentAt)
    return { sentId: email.id, sentAt }
  } catch (err) {
    log.warn(
      { emailId: email.id, kind: email.kind, attempts: email.attempts, code: toErrorCode(err) },
      'email not sent',
    )
    const isLastAttempt = email.attempts >= MAX_EMAIL_ATTEMPTS
    const dueAt = new Date(clock.now().getTime() + emailBackoffMs(email.attempts))
    await finish(deps, email, {
      status: isLastAttempt ? 'discarded' : 'pending',
      dueAt,
      lastError: toErrorCode(err),
    })
    return undefined
  }
}

/** Returns what follows kind and entity id in the key, if anything does. */
function getDedupeSuffix({ kind, subjectId, dedupeKey }: EmailRow): string | undefined {
  const prefix = `${kind}:${subjectId}:`
  return dedupeKey.startsWith(prefix) ? dedupeKey.slice(prefix.length) : undefined
}

/** Logs the code, not the message: a mail server's message often contains the address (P2). */
function toErrorCode(err: unknown): string {
  const { code, responseCode, name } = err as {
    code?: string
    responseCode?: number
    name?: string
  }
  return [code ?? name ?? 'error', responseCode].filter(Boolean).join(' ')
}

async function finish(
  { db }: SendEmailDeps,
  email: EmailRow,
  change: Partial<EmailRow>,
): Promise<void> {
  await db.update(emails).set(change).where(eq(emails.id, email.id))
}
