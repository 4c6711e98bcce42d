import { and, asc, eq, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { type Given, statement } from '#server/db/statement.ts'
import type { Clock, Log } from '#server/world.ts'
import type { Mailer, WriteLetter } from './port.ts'
import { MAX_MAIL_ATTEMPTS, mailBackoffMs } from './rules.ts'
import { mails } from './tables.ts'

export type MailDeps = {
  db: Db
  clock: Clock
  log: Log
  mailer: Mailer
  /** Every kind of mail, handed in by the composition root. */
  letters: Record<string, WriteLetter>
  from: string
  /** The right-hand side of message ids. */
  domain: string
  /** Lets more urgent work go first. */
  yieldToPriorityWork?(): Promise<void>
}

/** A worker that dies in the middle loses its claim after this long; the mail is then tried again. */
const CLAIM_MS = 5 * 60_000

/** Sends all that is due. Safe to run in any number of processes at once. */
export async function sendDueMails(deps: MailDeps): Promise<void> {
  for (let mail = await claimNext(deps); mail; mail = await claimNext(deps)) {
    await sendOne(deps, mail)
    if (deps.yieldToPriorityWork) await deps.yieldToPriorityWork()
  }
}

/** Beside the others: somebody sits before the screen and must not wait for a morning's reminders. */
export async function sendSignInMails(deps: MailDeps): Promise<void> {
  const next = () => claimNext(deps, claimSignIn)
  for (let mail = await next(); mail; mail = await next()) await sendOne(deps, mail)
}

type MailRow = typeof mails.$inferSelect

type Claim = Given<{ now: Date; until: Date }>

const claimFrom = (db: Db, given: Claim, among?: SQL) =>
  db
    .update(mails)
    .set({ attempts: sql`${mails.attempts} + 1`, dueAt: given('until') })
    .where(
      // Equal to one: with `in`, PostgreSQL may look more than once and so claim more than one.
      eq(
        mails.id,
        db
          .select({ id: mails.id })
          .from(mails)
          .where(and(eq(mails.status, 'waiting'), lte(mails.dueAt, given('now')), among))
          .orderBy(asc(mails.dueAt))
          .limit(1)
          .for('update', { skipLocked: true }),
      ),
    )
    .returning()

const claim = statement((db, given: Claim) => claimFrom(db, given))
const claimSignIn = statement((db, given: Claim) => claimFrom(db, given, eq(mails.kind, 'sign_in')))

const sent = statement((db, given: Given<{ id: string; at: Date }>) =>
  db
    .update(mails)
    .set({ status: 'sent', sentAt: given('at'), lastError: null })
    .where(eq(mails.id, given('id'))),
)

/** Takes the oldest due mail by moving its next try out of the way, before anything is sent. */
async function claimNext({ db, clock }: MailDeps, from = claim): Promise<MailRow | undefined> {
  const now = clock.now()
  const [claimed] = await from(db, { now, until: new Date(now.getTime() + CLAIM_MS) })
  return claimed
}

async function sendOne(deps: MailDeps, mail: MailRow): Promise<void> {
  const { clock, log, mailer, letters, from, domain } = deps
  try {
    const letter = await letters[mail.kind]?.(mail.subjectId, occasionIn(mail))
    if (!letter)
      return await finish(deps, mail, { status: 'dropped', lastError: 'nothing to tell' })
    await mailer.deliver({ messageId: `<${mail.id}@${domain}>`, from, ...letter })
    await sent(deps.db, { id: mail.id, at: clock.now() })
  } catch (err) {
    log.warn(
      { mailId: mail.id, kind: mail.kind, attempts: mail.attempts, code: codeOf(err) },
      'mail not sent',
    )
    const isOver = mail.attempts >= MAX_MAIL_ATTEMPTS
    const dueAt = new Date(clock.now().getTime() + mailBackoffMs(mail.attempts))
    await finish(deps, mail, {
      status: isOver ? 'dropped' : 'waiting',
      dueAt,
      lastError: codeOf(err),
    })
  }
}

/** The part of the key behind kind and subject, where it has one. */
function occasionIn({ kind, subjectId, dedupeKey }: MailRow): string | undefined {
  const prefix = `${kind}:${subjectId}:`
  return dedupeKey.startsWith(prefix) ? dedupeKey.slice(prefix.length) : undefined
}

/** A mail server's own words often repeat the address; its code does not (P2). */
function codeOf(err: unknown): string {
  const { code, responseCode, name } = err as {
    code?: string
    responseCode?: number
    name?: string
  }
  return [code ?? name ?? 'error', responseCode].filter(Boolean).join(' ')
}

async function finish({ db }: MailDeps, mail: MailRow, change: Partial<MailRow>): Promise<void> {
  await db.update(mails).set(change).where(eq(mails.id, mail.id))
}
