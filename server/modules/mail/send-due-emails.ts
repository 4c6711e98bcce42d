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
export async function sendDueEmails(deps: SendEmailDeps): Promise<void> {
  for (let email = await claimNext(deps); email; email = await claimNext(deps)) {
    await sendEmail(deps, email)
    if (deps.yieldToPriorityWork) await deps.yieldToPriorityWork()
  }
}

/** Sends login emails separately: the customer is waiting, and other emails may fill the queue. */
export async function sendSignInEmails(deps: SendEmailDeps): Promise<void> {
  const next = () => claimNext(deps, claimSignIn)
  for (let email = await next(); email; email = await next()) await sendEmail(deps, email)
}

/** While the shop is paused, people can still log in and hear about their account. */
export async function sendSecurityEmails(deps: SendEmailDeps): Promise<void> {
  const next = () => claimNext(deps, claimSecurity)
  for (let email = await next(); email; email = await next()) await sendEmail(deps, email)
}

type EmailRow = typeof emails.$inferSelect

type Claim = Params<{ now: Date; until: Date }>

const claimFrom = (db: Db, param: Claim, filter?: SQL) =>
  db
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

const claim = preparedStatement((db, param: Claim) => claimFrom(db, param))
const claimSignIn = preparedStatement((db, param: Claim) =>
  claimFrom(db, param, eq(emails.kind, 'sign_in')),
)

const claimSecurity = preparedStatement((db, param: Claim) =>
  claimFrom(db, param, inArray(emails.kind, [...securityEmailKinds])),
)

const markSent = preparedStatement((db, param: Params<{ id: string; at: Date }>) =>
  db
    .update(emails)
    .set({ status: 'sent', sentAt: param('at'), lastError: null })
    .where(eq(emails.id, param('id'))),
)

/** Claims the oldest due email by postponing its next attempt before it is sent. */
async function claimNext(
  { db, clock }: SendEmailDeps,
  from = claim,
): Promise<EmailRow | undefined> {
  const now = clock.now()
  const [claimed] = await from(db, { now, until: new Date(now.getTime() + CLAIM_MS) })
  return claimed
}

async function sendEmail(deps: SendEmailDeps, email: EmailRow): Promise<void> {
  const { clock, log, mailer, emailBuilders, sender, domain } = deps
  try {
    const content = await emailBuilders[email.kind]?.(email.subjectId, getDedupeSuffix(email))
    if (!content)
      return await finish(deps, email, { status: 'discarded', lastError: 'nothing to tell' })
    const { onSent, ...message } = content
    await mailer.deliver({ messageId: `<${email.id}@${domain}>`, from: sender(), ...message })
    const at = clock.now()
    await onSent?.(at)
    await markSent(deps.db, { id: email.id, at })
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
