import { sql } from 'drizzle-orm'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import { Failure } from '#contract/errors.ts'
import type { StaffSubscriptionChange } from '#contract/subscriptions/staff-subscriptions.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import { markDelivered } from '#server/modules/deliveries/index.ts'
import {
  applyChange,
  assertNotDisputed,
  type CycleRow,
  canChargeMissed,
  cancelSubscriptionById,
  type LockedSubscription,
  type SubscriptionDeps,
  updateCycleRow,
  updateSubscriptionRow,
  withAuditTrail,
  withLockedSubscription,
} from '#server/modules/subscriptions/index.ts'
import { getAttempts } from '../charge-statements.ts'
import { isDeclinedFinally } from '../rules.ts'

type InPlaceStaffChange = Exclude<StaffSubscriptionChange, { type: 'cancel' }>

/** Applies a change for the customer by the same rules, with an audit entry (X7). */
export async function applyStaffChange(
  deps: SubscriptionDeps,
  actor: Actor,
  id: string,
  change: StaffSubscriptionChange,
): Promise<void> {
  if (change.type === 'cancel') return cancelSubscriptionById(deps, id, actor)
  const isFound = await withLockedSubscription(deps.db, id, async (tx, locked) => {
    const work = () => runStaffChange(tx, deps, locked, change)
    await withAuditTrail(tx, deps, actor, { id, change, work })
    await tx.execute(sql`select pg_notify('carboy_cycle', '')`)
    return true
  })
  if (!isFound) throw new Failure('not_found')
}

async function runStaffChange(
  tx: Tx,
  deps: SubscriptionDeps,
  locked: LockedSubscription,
  change: InPlaceStaffChange,
) {
  switch (change.type) {
    case 'pause':
    case 'resume':
    case 'skip':
    case 'unskip':
      return applyChange(tx, deps, locked, change, 'staff')
    case 'retry':
      return retry(tx, deps, locked, change.cycle)
    case 'release':
      return release(tx, deps, locked, change.cycle)
    case 'charge':
      return chargeMissed(tx, deps, locked, change.cycle)
    case 'notes':
      return updateSubscriptionRow(tx, deps, locked.subscription.id, {
        deliveryNotes: change.notes.trim() || null,
      })
  }
}

function getCycle(
  locked: LockedSubscription,
  cycle: number,
  statuses: CycleRow['status'][],
): CycleRow {
  const row = locked.cycles.find((candidate) => candidate.cycle === cycle)
  if (!row || !statuses.includes(row.status)) throw new Failure('no_delivery')
  return row
}

/** R8: a card that was declined for good is not charged again, not even by staff. */
async function retry(tx: Tx, deps: SubscriptionDeps, locked: LockedSubscription, cycle: number) {
  const row = getCycle(locked, cycle, ['unpaid'])
  await assertNotDisputed(tx, locked.subscription.id, 'staff')
  const attempts = await getAttempts(tx, { orderId: row.orderId ?? '' })
  if (isDeclinedFinally(attempts, locked.subscription.paymentMethodRef)) {
    throw new Failure('card_declined')
  }
  await updateCycleRow(tx, deps, row, { dueAt: deps.clock.now() })
}

async function release(tx: Tx, deps: SubscriptionDeps, locked: LockedSubscription, cycle: number) {
  const row = getCycle(locked, cycle, ['unpaid', 'failed'])
  await updateCycleRow(tx, deps, row, { releasedAt: row.releasedAt ?? deps.clock.now() })
}

/** R12: not charged on its date, so staff confirm that it was delivered and approve the charge. */
async function chargeMissed(
  tx: Tx,
  deps: SubscriptionDeps,
  locked: LockedSubscription,
  cycle: number,
) {
  await assertNotDisputed(tx, locked.subscription.id, 'staff')
  const row = locked.cycles.find((candidate) => candidate.cycle === cycle)
  const today = shopDate(deps.shop.calendar, deps.clock.now())
  if (!row?.orderId || !canChargeMissed(row, today)) throw new Failure('no_delivery')
  // Its intent is still being cancelled at the provider.
  if (row.status === 'skipped' && row.dueAt !== null) throw new Failure('stale')
  await markDelivered(tx, deps, row.orderId)
  await updateCycleRow(tx, deps, row, {
    status: 'ordered',
    reason: null,
    isApproved: true,
    dueAt: deps.clock.now(),
  })
}
