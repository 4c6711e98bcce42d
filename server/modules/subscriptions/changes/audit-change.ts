import { and, eq } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import { isOnHold } from '#server/modules/deliveries/index.ts'
import type { Clock } from '#server/runtime.ts'
import { cycles, subscriptions } from '../tables.ts'

type AuditedChange = { type: string; cycle?: number }

/** X7: runs `work` and records an audit entry with the fields that it changed. */
export async function withAuditTrail<T>(
  tx: Tx,
  deps: { clock: Clock },
  actor: Actor | { actor: 'system' },
  { id, change, work }: { id: string; change: AuditedChange; work: () => Promise<T> },
): Promise<T> {
  const before = await auditSnapshot(tx, id, change.cycle)
  const result = await work()
  const after = await auditSnapshot(tx, id, change.cycle)
  const changed = Object.keys(after.fields).filter(
    (name) => before.fields[name] !== after.fields[name],
  )
  const only = (fields: AuditFields) =>
    Object.fromEntries(changed.map((name) => [name, fields[name]]))
  await recordAuditEntry(tx, deps, actor, {
    action: `subscription.${change.type}`,
    subjectId: id,
    before: only(before.fields),
    after: { ...(after.date && { deliveryDate: after.date }), ...only(after.fields) },
  })
  return result
}

type AuditFields = Record<string, string | boolean | null>

async function auditSnapshot(tx: Tx, id: string, cycle: number | undefined) {
  const [subscription] = await tx.select().from(subscriptions).where(eq(subscriptions.id, id))
  if (!subscription) throw new Failure('not_found')
  const { status, pausedUntil, nextDate } = subscription
  const fields: AuditFields = { status, pausedUntil, nextDate }
  if (cycle === undefined) return { fields, date: undefined }
  const [row] = await tx
    .select()
    .from(cycles)
    .where(and(eq(cycles.subscriptionId, id), eq(cycles.cycle, cycle)))
  fields.delivery = row?.status ?? 'planned'
  fields.isOnHold = row ? isOnHold(row) : false
  fields.nextAttemptAt = row?.status === 'unpaid' ? (row.dueAt?.toISOString() ?? null) : null
  return { fields, date: row?.date }
}
