import { and, inArray, lt, ne } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import type { Clock } from '#server/runtime.ts'
import type { Mailer } from './port.ts'
import { emails } from './tables.ts'

const DAY_MS = 86_400_000
/** A payment can be disputed for 18 months; the record shows that the customer was notified. */
const KEEP_MS = 730 * DAY_MS
/** Texts exist in the development mailbox only. */
const KEEP_TEXTS_MS = 30 * DAY_MS
const BATCH = 1_000

/** Deletes records of emails after two years. Emails that still wait are never deleted. */
export async function purgeEmails(deps: { db: Db; clock: Clock; mailer: Mailer }): Promise<void> {
  const now = deps.clock.now().getTime()
  await deps.mailer.purge?.(new Date(now - KEEP_TEXTS_MS))
  for (;;) {
    const old = deps.db
      .select({ id: emails.id })
      .from(emails)
      .where(and(ne(emails.status, 'pending'), lt(emails.createdAt, new Date(now - KEEP_MS))))
      .limit(BATCH)
    const { rowCount } = await deps.db.delete(emails).where(inArray(emails.id, old))
    if ((rowCount ?? 0) < BATCH) return
  }
}
