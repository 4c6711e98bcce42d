import { and, desc, gte, inArray, sql } from 'drizzle-orm'
import type { RouteVersions } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import { auditEntries } from '#server/modules/audit/tables.ts'
import type { RouteNow } from '../find-edits.ts'
import type { PlanBase } from '../plan-data.ts'

/** Enough for a busy morning; older edits are shown without a name. */
const MAX_ENTRIES = 1_000

/** Rule 50: who changed each of these routes last since the plan was made, where it is known. */
export async function nameEditors(
  tx: Tx,
  edits: readonly RouteVersions[],
  { base, routes, since }: { base: PlanBase; routes: readonly RouteNow[]; since: Date },
): Promise<RouteVersions[]> {
  const stops = [...base.routes, ...routes].flatMap((route) =>
    route.stops.map(({ id }) => ({ id, truckId: route.truckId })),
  )
  const entries = await tx
    .select({
      subjectId: auditEntries.subjectId,
      staffEmail: auditEntries.staffEmail,
      at: auditEntries.at,
      from: sql<string | null>`${auditEntries.before} ->> 'truckId'`,
      to: sql<string | null>`${auditEntries.after} ->> 'truckId'`,
    })
    .from(auditEntries)
    .where(
      and(
        gte(auditEntries.at, since),
        inArray(sql`split_part(${auditEntries.action}, '.', 1)`, ['schedule', 'route']),
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(MAX_ENTRIES)
  return edits.map((edit) => {
    const ids = new Set(stops.filter(({ truckId }) => truckId === edit.truckId).map(({ id }) => id))
    const latest = entries.find(
      ({ subjectId, from, to }) =>
        subjectId === edit.routeId ||
        ids.has(subjectId) ||
        from === edit.truckId ||
        to === edit.truckId,
    )
    if (!latest) return edit
    return {
      ...edit,
      changedBy: latest.staffEmail || null,
      changedAt: latest.at.toISOString(),
    }
  })
}
