import { and, desc, eq, gte, isNull, or, sql } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import { type Alert, alertTitles } from '#contract/staff/alerts.ts'
import type { Db } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import type { Clock } from '#server/runtime.ts'
import { alerts } from './tables.ts'

const LISTED_AFTER_END_MS = 7 * 86_400_000
const MAX_LISTED = 100

type AlertRow = typeof alerts.$inferSelect

export async function listAlerts({ db, clock }: { db: Db; clock: Clock }): Promise<Alert[]> {
  const since = new Date(clock.now().getTime() - LISTED_AFTER_END_MS)
  const rows = await db
    .select()
    .from(alerts)
    .where(or(isNull(alerts.endedAt), gte(alerts.endedAt, since)))
    .orderBy(sql`${alerts.endedAt} is not null`, desc(alerts.openedAt))
    .limit(MAX_LISTED)
  return rows.map(toAlert)
}

/** Alerts that have not ended, for the command line. */
export async function listOpenAlerts(db: Db): Promise<Alert[]> {
  const rows = await db
    .select()
    .from(alerts)
    .where(isNull(alerts.endedAt))
    .orderBy(desc(alerts.openedAt))
    .limit(MAX_LISTED)
  return rows.map(toAlert)
}

/** Resolves an alert manually, for incidents that no event ends. Sends no email. */
export function resolveAlert(
  { db, clock }: { db: Db; clock: Clock },
  actor: Actor,
  id: string,
): Promise<Alert> {
  return db.transaction(async (tx) => {
    const [resolved] = await tx
      .update(alerts)
      .set({ endedAt: clock.now() })
      .where(and(eq(alerts.id, id), isNull(alerts.endedAt)))
      .returning()
    if (resolved) {
      const { kind, subject } = resolved
      await recordAuditEntry(tx, { clock }, actor, {
        action: 'alert.resolved',
        subjectId: id,
        before: {},
        after: { kind, subject },
      })
      return toAlert(resolved)
    }
    const [alert] = await tx.select().from(alerts).where(eq(alerts.id, id))
    if (!alert) throw new Failure('not_found')
    return toAlert(alert)
  })
}

export const alertTitle = (kind: string): string =>
  (alertTitles as Record<string, string | undefined>)[kind] ?? 'Something needs attention'

function toAlert({ id, kind, subject, message, openedAt, endedAt }: AlertRow): Alert {
  return {
    id,
    kind,
    subject,
    title: alertTitle(kind),
    message,
    openedAt: openedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
  }
}
