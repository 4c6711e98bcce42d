import { and, desc, eq, gte, isNull, or, sql } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import { type Alert, alertTitles } from '#contract/staff/alerts.ts'
import type { Db } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import type { Clock } from '#server/runtime.ts'
import { alerts } from './tables.ts'

const SHOWN_AFTER_END_MS = 7 * 86_400_000
const MAX_SHOWN = 100

type AlertRow = typeof alerts.$inferSelect

export async function listAlerts({ db, clock }: { db: Db; clock: Clock }): Promise<Alert[]> {
  const since = new Date(clock.now().getTime() - SHOWN_AFTER_END_MS)
  const rows = await db
    .select()
    .from(alerts)
    .where(or(isNull(alerts.endedAt), gte(alerts.endedAt, since)))
    .orderBy(sql`${alerts.endedAt} is not null`, desc(alerts.openedAt))
    .limit(MAX_SHOWN)
  return rows.map(toAlert)
}

/** By hand, for trouble that no later event ends. Staff know already, so nobody is emailed. */
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
    const [known] = await tx.select().from(alerts).where(eq(alerts.id, id))
    if (!known) throw new Failure('not_found')
    return toAlert(known)
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
