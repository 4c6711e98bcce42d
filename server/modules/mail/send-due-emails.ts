import { and, asc, eq, getTableColumns, inArray, lte, type SQL, sql } from 'drizzle-orm'
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

/** Emails that are claimed together, and marked as sent together. */
const BATCH_SIZE = 5

/** Sends all due emails. Safe to run in several processes at once. */
export const sendDueEmails = (deps: SendEmailDeps) => sendAll(deps, claim)

/** Sends login emails separately: the customer is waiting, and other emails may fill the queue. */
export const sendSignInEmails = (deps: SendEmailDeps) => sendAll(deps, claimSignIn)

/** While the shop is paused, people can still log in and get emails about their account. */
export const sendSecurityEmails = (deps: SendEmailDeps) => sendAll(deps, claimSecurity)

async function sendAll(deps: SendEmailDeps, claimFrom: typeof claim): Promise<void> {
  const { db, clock } = deps
  for (;;) {
    const now = clock.now()
    const until = new Date(now.getTime() + CLAIM_MS)
    const claimed = await claimFrom(db, { now, until })
    if (claimed.length === 0) return
    claimed.sort((left, right) => left.position - right.position)
    await sendBatch(deps, claimed, now)
    await deps.yieldToPriorityWork?.()
  }
}

type EmailRow = typeof emails.$inferSelect

type Claim = Params<{ now: Date; until: Date }>

/** Claims the oldest due emails by postponing their next attempt before they are sent. */
const claimDue = (db: Db, param: Claim, filter?: SQL) => {
  const due = db
    .select({ id: emails.id })
    .from(emails)
    .where(and(eq(emails.status, 'pending'), lte(emails.dueAt, param('now')), filter))
    .orderBy(asc(emails.dueAt))
    .limit(BATCH_SIZE)
    .for('update', { skipLocked: true })
  return (
    db
      .update(emails)
      .set({ attempts: sql`${emails.attempts} + 1`, dueAt: param('until') })
      // As an array, because PostgreSQL may run a joined subquery more than once and claim more rows.
      .from(sql`unnest(array(${due})) with ordinality as due (id, position)`)
      .where(eq(emails.id, sql`due.id`))
      .returning({ ...getTableColumns(emails), position: sql<number>`due.position::int` })
  )
}

const claim = preparedStatement((db, param: Claim) => claimDue(db, param))
const claimSignIn = preparedStatement((db, param: Claim) =>
  claimDue(db, param, eq(emails.kind, 'sign_in')),
)

const claimSecurity = preparedStatement((db, param: Claim) =>
  claimDue(db, param, inArray(emails.kind, [...securityEmailKinds])),
)

const markSent = preparedStatement((db, param: Params<{ ids: string[]; at: Date }>) =>
  db
    .update(emails)
    .set({ status: 'sent', sentAt: param('at'), lastError: null })
    .where(sql`${emails.id} = any(${param('ids')}::uuid[])`),
)

/** One after the other, so that a customer gets emails in their order and the last link is the valid one. */
async function sendBatch(deps: SendEmailDeps, claimed: EmailRow[], claimedAt: Date) {
  const sent: string[] = []
  try {
    for (const email of claimed) {
      // With a slow mail server the claim could end during the batch. The rest is then claimed again.
      if (deps.clock.now().getTime() - claimedAt.getTime() > CLAIM_MS / 2) return
      await sendEmail(deps, email, sent)
    }
  } finally {
    // Also if a failure could not be recorded, so that those before it are not sent again.
    if (sent.length > 0) await markSent(deps.db, { ids: sent, at: deps.clock.now() })
  }
}

/** Adds the id of the email to `sent`, or records its failure. */
async function sendEmail(deps: SendEmailDeps, email: EmailRow, sent: string[]): Promise<void> {
  const { clock, log, mailer, emailBuilders, sender, domain } = deps
  try {
    const content = await emailBuilders[email.kind]?.(email.subjectId, getDedupeSuffix(email))
    if (!content)
      return await finish(deps, email, { status: 'discarded', lastError: 'nothing to send' })
    const { onSent, ...message } = content
    await mailer.deliver({ messageId: `<${email.id}@${domain}>`, from: sender(), ...message })
    await onSent?.(clock.now())
    sent.push(email.id)
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
