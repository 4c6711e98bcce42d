import { and, eq, isNull, sql } from 'drizzle-orm'
import type { AlertKind } from '#contract/staff/alerts.ts'
import type { Tx } from '#server/db/client.ts'
import { queueEmail } from '#server/modules/mail/index.ts'
import type { Clock, Random } from '#server/runtime.ts'
import { alerts } from './tables.ts'

type AlertDeps = { clock: Clock; random: Random }

type Incident = { kind: AlertKind; subject?: string }

/**
 * Opens an alert in the transaction of the incident and emails staff once. Raising an open alert
 * again changes nothing.
 */
export async function raiseAlert(
  tx: Tx,
  deps: AlertDeps,
  { kind, subject = '', message }: Incident & { message: string },
): Promise<void> {
  const id = deps.random.uuid()
  const opened = await tx
    .insert(alerts)
    .values({ id, kind, subject, message, openedAt: deps.clock.now() })
    .onConflictDoNothing({ target: [alerts.kind, alerts.subject], where: sql`ended_at is null` })
    .returning({ id: alerts.id })
  if (opened.length > 0) await queueEmail(tx, deps, { kind: 'alert_opened', subjectId: id })
}

/** Ends an open alert and emails staff. Does nothing if none is open. */
export async function endAlert(
  tx: Tx,
  deps: AlertDeps,
  { kind, subject = '' }: Incident,
): Promise<void> {
  const ended = await tx
    .update(alerts)
    .set({ endedAt: deps.clock.now() })
    .where(and(eq(alerts.kind, kind), eq(alerts.subject, subject), isNull(alerts.endedAt)))
    .returning({ id: alerts.id })
  for (const { id } of ended) {
    await queueEmail(tx, deps, { kind: 'alert_ended', subjectId: id })
  }
}
