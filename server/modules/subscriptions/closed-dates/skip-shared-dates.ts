import { and, eq, inArray, sql } from 'drizzle-orm'
import type { CalendarDate } from '#contract/dates/calendar.ts'
import { calendarFor } from '#contract/zones/landed-date.ts'
import type { DbOrTx, Tx } from '#server/db/client.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import { isDispatched } from '#server/modules/deliveries/index.ts'
import { orders } from '#server/modules/orders/tables.ts'
import { withAuditTrail } from '../changes/audit-change.ts'
import { skipCycle } from '../changes/skip-cycle.ts'
import { sharedDateReason, sharesDate } from '../cycle-dates.ts'
import type { SubscriptionDeps } from '../deps.ts'
import {
  type CycleRow,
  findCycleOrder,
  getFirstDate,
  isCancelledByStaff,
  type LockedSubscription,
  withLockedSubscription,
} from '../queries.ts'
import { cycles } from '../tables.ts'

/**
 * Rule 34: if two ordered deliveries of a subscription fall on one date, the later one is skipped.
 * Rule 48: not while the move that caused it can be undone; `undoable` has those subscriptions.
 */
export async function skipSharedDates(
  deps: SubscriptionDeps,
  actor: Actor | { actor: 'system' },
  dates: readonly CalendarDate[],
  undoable: ReadonlySet<string> = new Set(),
): Promise<void> {
  for (const id of await findSharing(deps.db, dates))
    if (!undoable.has(id))
      await withLockedSubscription(deps.db, id, (tx, locked) => skipInTx(tx, deps, actor, locked))
}

async function findSharing(db: DbOrTx, dates: readonly CalendarDate[]): Promise<string[]> {
  if (dates.length === 0) return []
  const rows = await db
    .selectDistinct({ id: cycles.subscriptionId })
    .from(cycles)
    .where(
      and(
        eq(cycles.status, 'ordered'),
        inArray(cycles.date, [...dates]),
        sql`(exists (select 1 from ${cycles} earlier where earlier.subscription_id = ${cycles.subscriptionId}
            and earlier.cycle < ${cycles.cycle} and earlier.date = ${cycles.date}
            and earlier.status not in ('skipped', 'void'))
          or exists (select 1 from ${orders} where ${orders.id} = ${cycles.subscriptionId}
            and ${orders.deliveryDate} = ${cycles.date}))`,
      ),
    )
  return rows.map(({ id }) => id)
}

async function skipInTx(
  tx: Tx,
  deps: SubscriptionDeps,
  actor: Actor | { actor: 'system' },
  locked: LockedSubscription,
): Promise<void> {
  const { subscription } = locked
  const firstDate = getFirstDate(locked.findOrder(subscription.id)?.order)
  const calendar = calendarFor(deps.shop, subscription.deliveryZip)
  // A row that is skipped here no longer takes up its date.
  const rows: CycleRow[] = [...locked.cycles]
  for (const [index, row] of rows.entries()) {
    if (!canSkip(locked, row)) continue
    const { cycle } = row
    if (!sharesDate({ ...subscription, firstDate }, rows, calendar, cycle)) continue
    const work = () => skipCycle(tx, deps, locked, row, sharedDateReason(calendar))
    const change = { type: 'skip', cycle }
    await withAuditTrail(tx, deps, actor, { id: subscription.id, change, work })
    rows[index] = { ...row, status: 'skipped' }
  }
}

/** A delivery that is paid, being charged or out already is made, even on a shared date. */
const canSkip = (locked: LockedSubscription, row: CycleRow) =>
  row.status === 'ordered' &&
  row.firstFailedAt === null &&
  !row.isApproved &&
  !isCancelledByStaff(locked, row) &&
  !isDispatched(findCycleOrder(locked, row))
