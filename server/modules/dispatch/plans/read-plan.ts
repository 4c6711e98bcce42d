import { desc, eq, inArray } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { Plan } from '#contract/routes/plans.ts'
import type { DbOrTx } from '#server/db/client.ts'
import type { Clock } from '#server/runtime.ts'
import { routes } from '../tables.ts'
import { statusAt } from './plan-status.ts'
import { type PlanRow, routePlans } from './tables.ts'

type ReadDeps = { db: DbOrTx; clock: Clock }

export async function readPlan({ db, clock }: ReadDeps, id: string): Promise<Plan> {
  const [row] = await db.select().from(routePlans).where(eq(routePlans.id, id))
  if (!row) throw new Failure('not_found')
  const status = statusAt(row, clock.now())
  const { result } = row
  return {
    id,
    date: row.date,
    scope: row.scope,
    seconds: row.seconds,
    status,
    progress: Math.min(1, Math.max(0, row.progress)),
    routes: result?.routes ?? [],
    leftOut: result?.leftOut ?? [],
    difference: result?.difference ?? null,
    warnings: result?.warnings ?? [],
    createdAt: row.createdAt.toISOString(),
    problem: status === 'failed' ? (row.problem ?? 'The computation was interrupted.') : null,
    canUndo: status === 'applied' && (await isUnchanged(db, row)),
  }
}

/** Whether nothing changed the routes since the plan was applied. */
async function isUnchanged(db: DbOrTx, { undo }: PlanRow): Promise<boolean> {
  if (!undo) return false
  const ids = undo.routes.map(({ id }) => id)
  if (ids.length === 0) return true
  const rows = await db.select().from(routes).where(inArray(routes.id, ids))
  const now = new Map(rows.map((row) => [row.id, row]))
  return undo.routes.every(
    ({ id, version, status }) => now.get(id)?.version === version && now.get(id)?.status === status,
  )
}

/** The plan that the board of a date shows: the latest one that is still open or can be undone. */
export async function findBoardPlan(
  db: DbOrTx,
  clock: Clock,
  date: string,
): Promise<string | null> {
  const [row] = await db
    .select()
    .from(routePlans)
    .where(eq(routePlans.date, date))
    .orderBy(desc(routePlans.createdAt), desc(routePlans.id))
    .limit(1)
  const isShown = row && ['computing', 'ready', 'applied'].includes(statusAt(row, clock.now()))
  return isShown ? row.id : null
}
