import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import { MAX_TOTAL_CENTS, MIN_TOTAL_CENTS } from '#contract/checkout.ts'
import { Failure } from '#contract/errors.ts'
import type { Frequency } from '#contract/primitives.ts'
import type { Deed } from '#contract/subscriptions.ts'
import type { Tx } from '#server/db/client.ts'
import { groupBy } from '#server/group-by.ts'
import { priceItems, productsOnSale, withProducts } from '#server/modules/catalog/index.ts'
import { isEditable } from '#server/modules/deliveries/index.ts'
import { dateOfCycle } from '../cycle-dates.ts'
import type { SubscriptionDeps } from '../deps.ts'
import { changeSubscription, type Held, isOpen, itemsOf, orderIn } from '../queries.ts'
import { cycleExtras, cycles, subscriptionItems } from '../tables.ts'
import { announceChange } from './change-emails.ts'
import { dateOf, deliveryIn, refuseLate } from './delivery-in.ts'
import { updateOrderedDelivery, wantedIn } from './order-delivery.ts'

type Wanted = { productId: string; quantity: number }

/** From the next delivery on that can still be changed: how often, what, and where to. */
export async function changePlan(
  tx: Tx,
  deps: SubscriptionDeps,
  held: Held,
  deed: Extract<Deed, { do: 'change' }>,
) {
  const { subscription } = held
  const { id } = subscription
  if (deed.address) await changeSubscription(tx, deps, id, deed.address)
  if (deed.items) await replaceItems(tx, held, deed.items)
  const changed: Held = {
    ...held,
    subscription: { ...subscription, ...deed.address },
    items: await itemsOf(tx, id),
  }
  if (deed.items) await refuseUnsold(tx, changed)
  if (deed.frequency && deed.frequency !== subscription.frequency) {
    await changeRhythm(tx, deps, changed, deed.frequency)
  }
  if (deed.address || deed.items) await reorder(tx, deps, changed)
  if (deed.address) await announceChange(tx, deps, id, 'address')
  if (deed.items) await announceChange(tx, deps, id, 'items')
  await changeSubscription(tx, deps, id, {})
}

/** Rule 15: a new anchor at the next delivery, whose date stays; the count goes on. */
async function changeRhythm(tx: Tx, deps: SubscriptionDeps, held: Held, frequency: Frequency) {
  const { subscription } = held
  const onItsWay = held.cycles.findLast((row) => row.cycle < subscription.nextCycle && isOpen(row))
  const next = { cycle: subscription.nextCycle, date: dateOf(held, subscription.nextCycle) }
  const { cycle, date } = onItsWay ?? next
  const rhythm = { anchor: date, anchorCycle: cycle, frequency }
  // What was said of single later dates was said of dates that are no more.
  await tx
    .delete(cycleExtras)
    .where(and(eq(cycleExtras.subscriptionId, subscription.id), gt(cycleExtras.cycle, cycle)))
  await tx.delete(cycles).where(
    and(
      eq(cycles.subscriptionId, subscription.id),
      gt(cycles.cycle, cycle),
      // One that had an order keeps its number: the provider may know it.
      isNull(cycles.orderId),
      inArray(cycles.status, ['planned', 'skipped']),
    ),
  )
  await changeSubscription(tx, deps, subscription.id, {
    ...rhythm,
    ...(subscription.nextDate !== null && {
      nextDate: cycle === next.cycle ? date : dateOfCycle(rhythm, next.cycle),
    }),
  })
}

/** Only this delivery gets more. */
export async function addExtra(
  tx: Tx,
  deps: SubscriptionDeps,
  held: Held,
  { cycle, items }: Extract<Deed, { do: 'extra' }>,
) {
  const subscriptionId = held.subscription.id
  const delivery = deliveryIn(held, cycle)
  refuseLate(deps, delivery)
  await tx
    .delete(cycleExtras)
    .where(and(eq(cycleExtras.subscriptionId, subscriptionId), eq(cycleExtras.cycle, cycle)))
  const rows = merged(items).map((item) => ({ subscriptionId, cycle, ...item }))
  if (rows.length > 0) await tx.insert(cycleExtras).values(rows)
  const others = held.extras.filter((extra) => extra.cycle !== cycle)
  const changed = { ...held, extras: [...others, ...rows] }
  await refuseUnsold(tx, changed, cycle)
  if (delivery.known?.status === 'ordered') {
    await updateOrderedDelivery(tx, deps, changed, delivery)
  }
  await changeSubscription(tx, deps, subscriptionId, {})
}

/** A change re-prices what is ordered and can still be changed (rule 16). */
async function reorder(tx: Tx, deps: SubscriptionDeps, held: Held) {
  for (const row of held.cycles) {
    const isOpenToChange = isEditable(
      row.date,
      orderIn(held, row),
      deps.shop.timeZone,
      deps.clock.now(),
    )
    if (row.status === 'ordered' && isOpenToChange) await updateOrderedDelivery(tx, deps, held, row)
  }
}

async function replaceItems(tx: Tx, { subscription }: Held, items: Wanted[]) {
  const { id } = subscription
  await tx.delete(subscriptionItems).where(eq(subscriptionItems.subscriptionId, id))
  const rows = merged(items).map((item, position) => ({ subscriptionId: id, position, ...item }))
  await tx.insert(subscriptionItems).values(rows)
}

function merged(items: readonly Wanted[]): Wanted[] {
  const sums = groupBy(items, ({ productId }) => productId)
  return [...sums].map(([productId, same]) => ({
    productId,
    quantity: same.reduce((sum, { quantity }) => sum + quantity, 0),
  }))
}

async function refuseUnsold(tx: Tx, held: Held, cycle = -1) {
  const lines = withProducts(wantedIn(held, cycle), await productsOnSale(tx))
  if (!lines) throw new Failure('product_gone')
  const { totalCents } = priceItems(lines, true)
  if (totalCents < MIN_TOTAL_CENTS || totalCents > MAX_TOTAL_CENTS) throw new Failure('invalid')
}
