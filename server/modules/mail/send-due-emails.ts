import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import type { Clock, Log } from '#server/runtime.ts'
import type { BuildEmail, Mailer } from './port.ts'
import { emailBackoffMs, MAX_EMAIL_ATTEMPTS } from './rules.ts'
import { emails } from './tables.ts'

export type SendEmailDeps = {
  db: Db
  clock: Clock
  log: Log
  mailer: Mailer
  /** Every kind of mail, handed in by the composition root. */
  emailBuilders: Record<string, BuildEmail>
  from: string
  /** The right-hand side of message ids. */
  domain: string
  /** Lets more urgent work go first. */
  yieldToPriorityWork?(): Promise<void>
}

/** A worker that dies in the middle loses its claim after this long; the mail is then tried again. */
const CLAIM_MS = 5 * 60_000

/** Sends all that is due. Safe to run in any number of processes at once. */
export async function sendDueEmails(deps: SendEmailDeps): Promise<void> {
  for (let mail = await claimNext(deps); mail; mail = await claimNext(deps)) {
    await sendEmail(deps, mail)
    if (deps.yieldToPriorityWork) await deps.yieldToPriorityWork()
  }
}

/** Beside the others: somebody sits before the screen and must not wait for a morning's reminders. */
export async function sendSignInEmails(deps: SendEmailDeps): Promise<void> {
  const next = () => claimNext(deps, claimSignIn)
  for (let mail = await next(); mail; mail = await next()) await sendEmail(deps, mail)
}

type EmailRow = typeof emails.$inferSelect

type Claim = Params<{ now: Date; until: Date }>

const claimFrom = (db: Db, param: Claim, among?: SQL) =>
  db
    .update(emails)
    .set({ attempts: sql`${emails.attempts} + 1`, dueAt: param('until') })
    .where(
      // Equal to one: with `in`, PostgreSQL may look more than once and so claim more than one.
      eq(
        emails.id,
        db
          .select({ id: emails.id })
          .from(emails)
          .where(and(eq(emails.status, 'waiting'), lte(emails.dueAt, param('now')), among))
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

const markSent = preparedStatement((db, param: Params<{ id: string; at: Date }>) =>
  db
    .update(emails)
    .set({ status: 'sent', sentAt: param('at'), lastError: null })
    .where(eq(emails.id, param('id'))),
)

/** Takes the oldest due mail by moving its next try out of the way, before anything is sent. */
async function claimNext(
  { db, clock }: SendEmailDeps,
  from = claim,
): Promise<EmailRow | undefined> {
  const now = clock.now()
  const [claimed] = await from(db, { now, until: new Date(now.getTime() + CLAIM_MS) })
  return claimed
}

async function sendEmail(deps: SendEmailDeps, mail: EmailRow): Promise<void> {
  const { clock, log, mailer, emailBuilders, from, domain } = deps
  try {
    const content = await emailBuilders[mail.kind]?.(mail.subjectId, getDedupeSuffix(mail))
    if (!content)
      return await finish(deps, mail, { status: 'dropped', lastError: 'nothing to tell' })
    await mailer.deliver({ messageId: `<${mail.id}@${domain}>`, from, ...content })
    await markSent(deps.db, { id: mail.id, at: clock.now() })
  } catch (err) {
    log.warn(
      { emailId: mail.id, kind: mail.kind, attempts: mail.attempts, code: toErrorCode(err) },
      'mail not sent',
    )
    const isOver = mail.attempts >= MAX_EMAIL_ATTEMPTS
    const dueAt = new Date(clock.now().getTime() + emailBackoffMs(mail.attempts))
    await finish(deps, mail, {
      status: isOver ? 'dropped' : 'waiting',
      dueAt,
      lastError: toErrorCode(err),
    })
  }
}

/** The part of the key behind kind and subject, where it has one. */
function getDedupeSuffix({ kind, subjectId, dedupeKey }: EmailRow): string | undefined {
  const prefix = `${kind}:${subjectId}:`
  return dedupeKey.startsWith(prefix) ? dedupeKey.slice(prefix.length) : undefined
}

/** A mail server's own words often repeat the address; its code does not (P2). */
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
  mail: EmailRow,
  change: Partial<EmailRow>,
): Promise<void> {
  await db.update(emails).set(change).where(eq(emails.id, mail.id))
}
