import { and, asc, eq, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import { REMIND_AFTER_HOURS } from '#contract/staff/subscription-imports.ts'
import type { Tx } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { queueEmail } from '#server/modules/mail/index.ts'
import type { ImportDeps } from './deps.ts'
import { LINK_EMAIL } from './list-imported.ts'
import { importedSubscriptions } from './tables.ts'

const HOUR_MS = 3_600_000
/** Spreads the emails, so that the mail server accepts them and other emails are not held up. */
const INTERVAL_MS = 200

type Recipients = { to: 'not_sent' | 'unanswered' } | { id: string }
type SendDeps = Pick<ImportDeps, 'db' | 'clock' | 'random'>

/**
 * Queues the emails with the link. The rows are locked and marked in the same transaction, so a
 * double click sends one email.
 */
export function sendLinks(
  deps: SendDeps,
  actor: Actor,
  recipients: Recipients,
): Promise<{ queued: number }> {
  return deps.db.transaction(async (tx) => {
    if ('id' in recipients) await assertWaiting(tx, recipients.id)
    const rows = await tx
      .select({ id: importedSubscriptions.id, linkCount: importedSubscriptions.linkCount })
      .from(importedSubscriptions)
      .where(and(eq(importedSubscriptions.status, 'waiting'), isRecipient(deps, recipients)))
      .orderBy(asc(importedSubscriptions.id))
      .for('update')
    for (const [nth, { id, linkCount }] of rows.entries()) {
      await queueEmail(tx, deps, {
        kind: LINK_EMAIL,
        subjectId: id,
        dedupeSuffix: String(linkCount + 1),
        delayMs: nth * INTERVAL_MS,
      })
    }
    const [first] = rows
    if (!first) return { queued: 0 }
    const ids = rows.map(({ id }) => id)
    await tx
      .update(importedSubscriptions)
      .set({
        requestedAt: deps.clock.now(),
        linkCount: sql`${importedSubscriptions.linkCount} + 1`,
      })
      .where(inArray(importedSubscriptions.id, ids))
    await recordAuditEntry(tx, deps, actor, {
      action: isReminder(recipients) ? 'subscriptions.reminded' : 'subscriptions.links_sent',
      subjectId: first.id,
      before: {},
      after: { links: rows.length },
    })
    return { queued: rows.length }
  })
}

const isReminder = (recipients: Recipients) => 'to' in recipients && recipients.to === 'unanswered'

async function assertWaiting(tx: Tx, id: string): Promise<void> {
  const [row] = await tx
    .select({ status: importedSubscriptions.status })
    .from(importedSubscriptions)
    .where(eq(importedSubscriptions.id, id))
    .for('update')
  if (!row) throw new Failure('not_found')
  if (row.status !== 'waiting') throw new Failure('already_answered')
}

const MINUTE_MS = 60_000

/** One customer can be emailed again after a minute, all who did not answer after a day. */
function isRecipient({ clock }: SendDeps, recipients: Recipients): SQL | undefined {
  const { id, requestedAt } = importedSubscriptions
  const before = (ms: number) => lt(requestedAt, new Date(clock.now().getTime() - ms))
  if ('id' in recipients)
    return and(eq(id, recipients.id), or(isNull(requestedAt), before(MINUTE_MS)))
  return recipients.to === 'not_sent' ? isNull(requestedAt) : before(REMIND_AFTER_HOURS * HOUR_MS)
}
