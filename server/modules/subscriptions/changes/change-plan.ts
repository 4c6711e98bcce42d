import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import type { CalendarDate } from '#contract/dates/calendar.ts'
import type { Frequency } from '#contract/primitives.ts'
import type { SubscriptionChange } from '#contract/subscriptions/subscriptions.ts'
import { calendarFor, landedDate, type ZonedShop } from '#contract/zones/landed-date.ts'
import type { Tx } from '#server/db/client.ts'
import { isEditable } from '#server/modules/deliveries/index.ts'
import { type Cadence, cadenceDate, deliveryDateFinder } from '../cycle-dates.ts'
import type { LineItem } from '../delivery-lines.ts'
import type { SubscriptionDeps } from '../deps.ts'
import { reservePlaceForExtras } from '../planned/reserve-cycle-place.ts'
import { closePriceQuestions } from '../prices/close-price-questions.ts'
import {
  findCycleOrder,
  getItems,
  isOpen,
  type LockedSubscription,
  updateSubscriptionRow,
} from '../queries.ts'
import { addressDateFinder, landAtNewAddress } from '../route-days/land-at-address.ts'
import { cycles, oneTimeItems, subscriptionItems } from '../tables.ts'
import { agreeItems, assertAvailable, toIds } from './agree-items.ts'
import { queueChangeEmail } from './change-emails.ts'
import { assertBeforeCutoff, deliveryDate, getEditableDelivery } from './editable-delivery.ts'
import type { ChangeInitiator } from './move-delivery.ts'
import { updateOrderedDelivery } from './order-delivery.ts'

/** Changes frequency, items or address from the next delivery that can still be changed. */
export async function changePlan(
  tx: Tx,
  deps: SubscriptionDeps,
  locked: LockedSubscription,
  change: Extract<SubscriptionChange, { type: 'change' }>,
) {
  const { subscription } = locked
  const { id } = subscription
  if (change.address) await updateSubscriptionRow(tx, deps, id, change.address)
  if (change.items) await replaceItems(tx, deps, locked, change.items)
  const changed: LockedSubscription = {
    ...locked,
    subscription: { ...subscription, ...change.address },
    items: await getItems(tx, id),
  }
  if (change.items) await assertAvailable(tx, deps, changed)
  if (change.frequency && change.frequency !== subscription.frequency) {
    await changeCadence(tx, deps, changed, change.frequency)
  }
  if (change.address) await landAtNewAddress(tx, deps, locked, change.address.deliveryZip)
  if (change.address || change.items) await updateOrderedDeliveries(tx, deps, changed, locked)
  if (change.address) await queueChangeEmail(tx, deps, id, 'address')
  if (change.items) {
    await closePriceQuestions(tx, deps, id, toIds(changed.items))
    await queueChangeEmail(tx, deps, id, 'items')
  }
  await updateSubscriptionRow(tx, deps, id, {})
}

/** Rule 15: sets a new anchor at the next delivery. Its date and the cycle numbers stay. */
async function changeCadence(
  tx: Tx,
  deps: SubscriptionDeps,
  locked: LockedSubscription,
  frequency: Frequency,
) {
  const { subscription } = locked
  const lastOrdered = locked.cycles.findLast(
    (row) => row.cycle < subscription.nextCycle && isOpen(row),
  )
  const next = {
    cycle: subscription.nextCycle,
    date: deliveryDate(deps.shop, locked, subscription.nextCycle),
  }
  const { cycle, date } = lastOrdered ?? next
  const calendar = calendarFor(deps.shop, subscription.deliveryZip)
  const cadence = {
    anchor: chooseAnchor(deps.shop, subscription, { cycle, date }),
    anchorCycle: cycle,
    frequency,
  }
  // Skips, moves and extra items of later cycles refer to dates that no longer exist.
  await tx
    .delete(oneTimeItems)
    .where(and(eq(oneTimeItems.subscriptionId, subscription.id), gt(oneTimeItems.cycle, cycle)))
  await tx.delete(cycles).where(
    and(
      eq(cycles.subscriptionId, subscription.id),
      gt(cycles.cycle, cycle),
      // A cycle that had an order keeps its number, which the provider may have stored.
      isNull(cycles.orderId),
      inArray(cycles.status, ['planned', 'skipped']),
    ),
  )
  await updateSubscriptionRow(tx, deps, subscription.id, {
    ...cadence,
    ...(subscription.nextDate !== null && {
      nextDate: cycle === next.cycle ? date : deliveryDateFinder(cadence, [], calendar)(next.cycle),
    }),
  })
}

/** Rule 47: the anchor is a calendar date, so the usual date of a delivery that landed stays. */
function chooseAnchor(
  shop: ZonedShop,
  subscription: Cadence & { deliveryZip: string },
  { cycle, date }: { cycle: number; date: CalendarDate },
): CalendarDate {
  const calendar = calendarFor(shop, subscription.deliveryZip)
  const usual = cadenceDate(subscription, cycle)
  const hasLanded = calendar.zone !== undefined && cycle >= subscription.anchorCycle
  return hasLanded && landedDate(calendar, usual) === date ? usual : date
}

/** Replaces the extra items of a single delivery. */
export async function setOneTimeItems(
  tx: Tx,
  deps: SubscriptionDeps,
  locked: LockedSubscription,
  { cycle, items }: Extract<SubscriptionChange, { type: 'extra' }>,
  initiatedBy: ChangeInitiator,
) {
  const subscriptionId = locked.subscription.id
  const delivery = getEditableDelivery(deps, locked, cycle)
  assertBeforeCutoff(deps, delivery)
  await tx
    .delete(oneTimeItems)
    .where(and(eq(oneTimeItems.subscriptionId, subscriptionId), eq(oneTimeItems.cycle, cycle)))
  const before = locked.oneTimeItems.filter((item) => item.cycle === cycle)
  const agreed = await agreeItems(tx, deps, items, before)
  const rows = agreed.map(({ productId, quantity, agreedCents }) => ({
    subscriptionId,
    cycle,
    productId,
    quantity,
    agreedCents,
  }))
  if (rows.length > 0) await tx.insert(oneTimeItems).values(rows)
  const others = locked.oneTimeItems.filter((item) => item.cycle !== cycle)
  const changed = { ...locked, oneTimeItems: [...others, ...rows] }
  await assertAvailable(tx, deps, changed, cycle)
  if (initiatedBy === 'customer') await reservePlaceForExtras(tx, deps, locked, changed, delivery)
  if (delivery.cycleRow?.status === 'ordered') {
    await updateOrderedDelivery(tx, deps, changed, delivery)
  }
  await updateSubscriptionRow(tx, deps, subscriptionId, {})
}

/** Reprices ordered deliveries that can still be changed (rule 16). */
async function updateOrderedDeliveries(
  tx: Tx,
  deps: SubscriptionDeps,
  locked: LockedSubscription,
  before: LockedSubscription,
) {
  const { deliveryZip } = locked.subscription
  const dateFor = addressDateFinder(deps, before.subscription, deliveryZip)
  for (const row of locked.cycles) {
    const canChange = isEditable(
      row.date,
      findCycleOrder(locked, row),
      deps.shop.calendar,
      deps.clock.now(),
    )
    if (row.status === 'ordered' && canChange)
      await updateOrderedDelivery(tx, deps, locked, { cycle: row.cycle, date: dateFor(row) })
  }
}

async function replaceItems(
  tx: Tx,
  deps: SubscriptionDeps,
  { subscription, items: before }: LockedSubscription,
  items: LineItem[],
) {
  const { id } = subscription
  const agreed = await agreeItems(tx, deps, items, before)
  await tx.delete(subscriptionItems).where(eq(subscriptionItems.subscriptionId, id))
  const rows = agreed.map((item, position) => ({ subscriptionId: id, position, ...item }))
  await tx.insert(subscriptionItems).values(rows)
}
