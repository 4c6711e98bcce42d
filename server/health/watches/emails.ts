import { and, count, eq, gte, isNotNull } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { emails } from '#server/modules/mail/tables.ts'
import type { Finding } from '../finding.ts'

/** The third attempt is made three minutes after the first one. */
const MIN_ATTEMPTS = 3
const CALM_MS = 5 * 60_000

/** So many rejected emails and none delivered for an hour: they are all rejected. */
const MANY_REJECTED = 5
const HOUR_MS = 3_600_000

type EmailDeps = { db: Db; now: Date; delivered: Date | undefined; failed: Date | undefined }

/** Emails wait, and since the last failure of the mail server none was delivered. */
export async function watchEmails(deps: EmailDeps): Promise<Finding> {
  const kind = 'emails_failing'
  const waiting = await countWaiting(deps.db)
  const state = judgeEmails(deps, waiting)
  if (state !== 'open') return { kind, state }
  const message = `We can’t send emails through the mail server. ${waiting} failed ${MIN_ATTEMPTS} times or more. Check SMTP_URL with npm run doctor.`
  return { kind, state, message }
}

function judgeEmails({ now, delivered, failed }: EmailDeps, waiting: number): Finding['state'] {
  const since = (at: Date | undefined) =>
    at ? now.getTime() - at.getTime() : Number.POSITIVE_INFINITY
  const isBroken = failed !== undefined && (!delivered || failed >= delivered)
  const isRejecting = waiting >= MANY_REJECTED && since(delivered) > HOUR_MS
  if (waiting > 0 && (isBroken || isRejecting)) return 'open'
  return isBroken || since(failed) <= CALM_MS ? 'unclear' : 'ended'
}

async function countWaiting(db: Db): Promise<number> {
  const [waiting] = await db
    .select({ n: count() })
    .from(emails)
    .where(
      and(
        eq(emails.status, 'pending'),
        gte(emails.attempts, MIN_ATTEMPTS),
        isNotNull(emails.lastError),
      ),
    )
  return waiting?.n ?? 0
}
