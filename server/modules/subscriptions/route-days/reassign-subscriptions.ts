import { and, asc, eq, getTableColumns, gte, inArray, isNotNull, sql } from 'drizzle-orm'
import type { CalendarDate } from '#contract/dates/calendar.ts'
import { calendarFor, type ZonedShop } from '#contract/zones/landed-date.ts'
import type { LandingEffect } from '#contract/zones/landing.ts'
import type { Tx } from '#server/db/client.ts'
import { groupBy } from '#server/group-by.ts'
import { recordAuditEntries } from '#server/modules/audit/index.ts'
import { queueEmail } from '#server/modules/mail/index.ts'
import type { Clock, Random } from '#server/runtime.ts'
import type { CycleRow, SubscriptionRow } from '../queries.ts'
import { cycles, subscriptions } from '../tables.ts'
import { type NextDelivery, nextByCalendar } from './reassign-dates.ts'
import { storeNextDelivery } from './store-next-delivery.ts'

const MAX_LISTED = 50

type ReassignDeps = { clock: Clock; random: Random }

/** The shop as it is after the change. Without ZIP codes, every subscription is checked. */
type Reassignment = { shop: ZonedShop; zips?: readonly string[] }

type UpcomingRow = SubscriptionRow & { nextDate: CalendarDate }
type LandedDelivery = { row: UpcomingRow; next: NextDelivery }

/**
 * Rule 47: lands the next deliveries again after route days changed, in the transaction of that
 * change. Ordered deliveries keep their date. A preview calls it, too, and is rolled back.
 */
export async function reassignSubscriptions(
  tx: Tx,
  deps: ReassignDeps,
  { shop, zips }: Reassignment,
): Promise<LandingEffect> {
  const rows = await lockUpcoming(tx, zips)
  const landed = await land(tx, deps, shop, rows)
  const moved = landed.filter(({ row, next }) => next.nextDate !== row.nextDate)
  for (const { row, next } of landed) {
    const isMoved = next.nextDate !== row.nextDate
    if (isMoved || next.isOverride) await storeNextDelivery(tx, deps, row.id, next)
    if (isMoved) await queueMoveEmail(tx, deps, row)
  }
  await recordAuditEntries(
    tx,
    deps,
    { actor: 'system' },
    moved.map(({ row, next }) => ({
      action: 'subscription.moved',
      subjectId: row.id,
      before: { nextDate: row.nextDate },
      after: { nextDate: next.nextDate, movedFor: 'changed route days' },
    })),
  )
  const outside = shop.zoneCalendar
    ? rows.filter(({ deliveryZip }) => !shop.zoneCalendar?.(deliveryZip))
    : []
  return {
    subscriptions: moved.length,
    moves: moved.slice(0, MAX_LISTED).map(({ row, next }) => ({
      subscriptionId: row.id,
      customerName: row.customerName ?? '',
      from: row.nextDate,
      to: next.nextDate,
    })),
    outside: outside.length,
    outsideZones: outside.slice(0, MAX_LISTED).map(({ id, customerName, deliveryZip }) => ({
      subscriptionId: id,
      customerName: customerName ?? '',
      deliveryZip,
    })),
  }
}

async function lockUpcoming(tx: Tx, zips: readonly string[] | undefined): Promise<UpcomingRow[]> {
  if (zips?.length === 0) return []
  const rows = await tx
    .select()
    .from(subscriptions)
    .where(
      and(
        isNotNull(subscriptions.nextDate),
        inArray(subscriptions.status, ['active', 'paused']),
        zips && inArray(sql`left(${subscriptions.deliveryZip}, 5)`, [...zips]),
      ),
    )
    // Every transaction that locks several subscriptions does so in this order.
    .orderBy(asc(subscriptions.id))
    .for('no key update')
  return rows
    .flatMap((row) => (row.nextDate === null ? [] : [{ ...row, nextDate: row.nextDate }]))
    .sort((left, right) => (left.nextDate < right.nextDate ? -1 : 1))
}

async function land(
  tx: Tx,
  { clock }: ReassignDeps,
  shop: ZonedShop,
  rows: readonly UpcomingRow[],
): Promise<LandedDelivery[]> {
  if (rows.length === 0) return []
  const stored = await tx
    .select(getTableColumns(cycles))
    .from(cycles)
    .innerJoin(subscriptions, eq(subscriptions.id, cycles.subscriptionId))
    .where(and(isNotNull(subscriptions.nextDate), gte(cycles.cycle, subscriptions.nextCycle)))
  const byId: Map<string, CycleRow[]> = groupBy(stored, ({ subscriptionId }) => subscriptionId)
  return rows.map((row) => {
    const calendar = calendarFor(shop, row.deliveryZip)
    return { row, next: nextByCalendar(row, byId.get(row.id) ?? [], calendar, clock.now()) }
  })
}

/** The email names the former date, which starts the suffix, and the date at the time of sending. */
async function queueMoveEmail(tx: Tx, deps: ReassignDeps, { id, nextDate }: UpcomingRow) {
  const dedupeSuffix = `${nextDate}-${deps.clock.now().toISOString()}`
  await queueEmail(tx, deps, { kind: 'next_delivery_moved', subjectId: id, dedupeSuffix })
}
