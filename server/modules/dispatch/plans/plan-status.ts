import type { PlanStatus } from '#contract/routes/plans.ts'
import type { PlanRow } from './tables.ts'

const EXPIRES_MS = 24 * 3_600_000
/** A computing process reports every second. */
const DEAD_MS = 60_000

/** A plan ends by time alone: after a day, or when the process that computed it died. */
export function statusAt(
  { status, createdAt, aliveAt }: Pick<PlanRow, 'status' | 'createdAt' | 'aliveAt'>,
  now: Date,
): PlanStatus {
  if (status === 'ready' && now.getTime() - createdAt.getTime() >= EXPIRES_MS) return 'expired'
  if (status === 'computing' && now.getTime() - aliveAt.getTime() >= DEAD_MS) return 'failed'
  return status
}
