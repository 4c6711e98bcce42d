import { sql } from 'drizzle-orm'
import { dateIn } from '#contract/calendar.ts'
import { Failure } from '#contract/errors.ts'
import type { StaffDeed } from '#contract/staff-subscriptions.ts'
import type { Tx } from '#server/db/client.ts'
import type { Actor } from '#server/modules/audit/index.ts'
import { markDelivered } from '#server/modules/deliveries/index.ts'
import {
  applyDeed,
  type CycleRow,
  canChargeMissed,
  cancelSubscriptionById,
  changeCycle,
  type Held,
  refuseWhileDisputed,
  type SubscriptionDeps,
  withSubscription,
  withTrace,
} from '#server/modules/subscriptions/index.ts'
import { attemptsOf } from '../charge-statements.ts'
import { isDeclinedForGood } from '../rules.ts'

type WithinDeed = Exclude<StaffDeed, { do: 'cancel' }>

/** On the customer's behalf, by the same rules, and written down (X7). */
export async function doForCustomer(
  deps: SubscriptionDeps,
  actor: Actor,
  id: string,
  deed: StaffDeed,
): Promise<void> {
  if (deed.do === 'cancel') return cancelSubscriptionById(deps, id, actor)
  const isThere = await withSubscription(deps.db, id, async (tx, held) => {
    const act = () => carryOut(tx, deps, held, deed)
    await withTrace(tx, deps, actor, { id, deed, act })
    await tx.execute(sql`select pg_notify('carboy_cycle', '')`)
    return true
  })
  if (!isThere) throw new Failure('not_found')
}

async function carryOut(tx: Tx, deps: SubscriptionDeps, held: Held, deed: WithinDeed) {
  switch (deed.do) {
    case 'pause':
    case 'resume':
    case 'skip':
    case 'unskip':
      return applyDeed(tx, deps, held, deed, 'staff')
    case 'retry':
      return retry(tx, deps, held, deed.cycle)
    case 'release':
      return release(tx, deps, held, deed.cycle)
    case 'charge':
      return chargeMissed(tx, deps, held, deed.cycle)
  }
}

function cycleIn(held: Held, cycle: number, statuses: CycleRow['status'][]): CycleRow {
  const row = held.cycles.find((one) => one.cycle === cycle)
  if (!row || !statuses.includes(row.status)) throw new Failure('no_delivery')
  return row
}

/** R8: a card that the bank refused for good is not asked again, not even by staff. */
async function retry(tx: Tx, deps: SubscriptionDeps, held: Held, cycle: number) {
  const row = cycleIn(held, cycle, ['unpaid'])
  await refuseWhileDisputed(tx, held.subscription.id, 'staff')
  const attempts = await attemptsOf(tx, { orderId: row.orderId ?? '' })
  if (isDeclinedForGood(attempts, held.subscription.paymentMethodRef)) {
    throw new Failure('card_refused')
  }
  await changeCycle(tx, deps, row, { dueAt: deps.clock.now() })
}

async function release(tx: Tx, deps: SubscriptionDeps, held: Held, cycle: number) {
  const row = cycleIn(held, cycle, ['unpaid', 'failed'])
  await changeCycle(tx, deps, row, { releasedAt: row.releasedAt ?? deps.clock.now() })
}

/** R12: no card was asked on its date, so a person says that it was delivered and is charged. */
async function chargeMissed(tx: Tx, deps: SubscriptionDeps, held: Held, cycle: number) {
  await refuseWhileDisputed(tx, held.subscription.id, 'staff')
  const row = held.cycles.find((one) => one.cycle === cycle)
  const today = dateIn(deps.shop.timeZone, deps.clock.now())
  if (!row?.orderId || !canChargeMissed(row, today)) throw new Failure('no_delivery')
  // Its intent is still being cancelled at the provider.
  if (row.status === 'skipped' && row.dueAt !== null) throw new Failure('stale')
  await markDelivered(tx, deps, row.orderId)
  await changeCycle(tx, deps, row, {
    status: 'ordered',
    reason: null,
    isApproved: true,
    dueAt: deps.clock.now(),
  })
}
