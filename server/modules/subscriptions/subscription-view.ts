import { asc, eq, inArray } from 'drizzle-orm'
import { changeUntil, dateIn, LAST_DATE, RETRY_DAYS } from '#contract/calendar.ts'
import { centsToText } from '#contract/money.ts'
import type { Delivery, Subscription } from '#contract/subscriptions.ts'
import type { DbOrTx } from '#server/db/client.ts'
import {
  joinProducts,
  type ProductRow,
  priceItems,
  productsOnSale,
} from '#server/modules/catalog/index.ts'
import { isEditable } from '#server/modules/deliveries/index.ts'
import type { OrderRow } from '#server/modules/orders/index.ts'
import { orderItems, orders } from '#server/modules/orders/tables.ts'
import { cancelOutcome } from './cancel/cancel-outcome.ts'
import { disputeOf } from './cancel/disputed-payments.ts'
import { calendarToken } from './changes/link-tokens.ts'
import { dateOfCycle } from './cycle-dates.ts'
import {
  type CycleRow,
  type ExtraRow,
  type ItemRow,
  isOpen,
  itemsOf,
  type SubscriptionRow,
} from './queries.ts'
import { cycleExtras, cycles, subscriptions } from './tables.ts'

export type ViewDeps = {
  clock: { now(): Date }
  shop: { timeZone: string }
  linkKey: string
  publicUrl: string
}

const DAY_MS = 86_400_000
const DATES_SHOWN = 6
/** A year of skipped weeks is as far as anybody looks ahead. */
const CYCLES_LOOKED_AT = 60

type OrderedLine = typeof orderItems.$inferSelect

/** Everything that a picture of a subscription is drawn from. */
type Facts = {
  subscription: SubscriptionRow
  items: ItemRow[]
  cycles: CycleRow[]
  extras: ExtraRow[]
  /** What deliveries with an order cost, as it was when the order was made. */
  ordered: Map<string, OrderRow & { lines: OrderedLine[] }>
  products: ProductRow[]
  dispute: Subscription['dispute']
}

export async function viewSubscription(
  db: DbOrTx,
  deps: ViewDeps,
  id: string,
): Promise<Subscription | undefined> {
  const [subscription] = await db.select().from(subscriptions).where(eq(subscriptions.id, id))
  if (!subscription) return undefined
  const rows = await db
    .select()
    .from(cycles)
    .where(eq(cycles.subscriptionId, id))
    .orderBy(asc(cycles.cycle))
  return draw(deps, {
    subscription,
    items: await itemsOf(db, id),
    cycles: rows,
    extras: await db.select().from(cycleExtras).where(eq(cycleExtras.subscriptionId, id)),
    ordered: await orderedIn(db, rows),
    products: await productsOnSale(db),
    dispute: await disputeOf(db, id),
  })
}

async function orderedIn(db: DbOrTx, rows: readonly CycleRow[]): Promise<Facts['ordered']> {
  const shown = rows.slice(-DATES_SHOWN * 2)
  const undecided = rows.filter((row) => isOpen(row) || row.status === 'failed')
  const ids = [...new Set([...shown, ...undecided])].flatMap(({ orderId }) =>
    orderId ? [orderId] : [],
  )
  if (ids.length === 0) return new Map()
  const found = await db.select().from(orders).where(inArray(orders.id, ids))
  const lines = await db
    .select()
    .from(orderItems)
    .where(inArray(orderItems.orderId, ids))
    .orderBy(asc(orderItems.position))
  return new Map(
    found.map((order) => [
      order.id,
      { ...order, lines: lines.filter(({ orderId }) => orderId === order.id) },
    ]),
  )
}

function draw(deps: ViewDeps, facts: Facts): Subscription {
  const { subscription } = facts
  const calendar = calendarOf(deps, facts)
  const standing = linesFrom(facts.items, facts.products)
  return {
    ...subscription,
    items: standing,
    total: totalOf(facts.items, facts.products),
    next: calendar.find(({ status }) => status !== 'skipped' && status !== 'void') ?? null,
    calendar: calendar.slice(0, DATES_SHOWN),
    unpaid: unpaidOf(facts),
    dispute: subscription.status === 'paused' ? facts.dispute : null,
    calendarUrl: `${deps.publicUrl}/api/calendar/${calendarToken(deps.linkKey, subscription.id)}`,
    ifCancelled: ifCancelled(deps, facts),
  }
}

/** From today on: what is on its way, then what follows from the rhythm. */
function calendarOf(deps: ViewDeps, facts: Facts): Delivery[] {
  const { subscription, cycles: rows } = facts
  const today = dateIn(deps.shop.timeZone, deps.clock.now())
  const decided = rows.filter(
    (row) => row.cycle < subscription.nextCycle && row.date >= today && row.status !== 'void',
  )
  const deliveries = decided.map((row) => deliveryOf(deps, facts, row))
  if (subscription.nextDate === null) return deliveries
  for (let ahead = 0; ahead < CYCLES_LOOKED_AT && deliveries.length < DATES_SHOWN + 1; ahead++) {
    const cycle = subscription.nextCycle + ahead
    const known = rows.find((row) => row.cycle === cycle)
    const date = known?.date ?? dateOfCycle(subscription, cycle)
    if (date >= today) deliveries.push(deliveryOf(deps, facts, known ?? { cycle, date }))
    // Whatever would follow stands at the same date.
    if (date === LAST_DATE) break
  }
  return deliveries
}

type Known = Pick<CycleRow, 'cycle' | 'date'> & Partial<CycleRow>

function deliveryOf({ clock, shop }: ViewDeps, facts: Facts, row: Known): Delivery {
  const { cycle, date, status = 'planned', reason = null, isMoved = false, orderId = null } = row
  const added = facts.extras.filter((extra) => extra.cycle === cycle)
  const wanted = [...facts.items, ...added]
  const items = linesFrom(wanted, facts.products)
  const order = orderId && isOpen({ status }) ? facts.ordered.get(orderId) : undefined
  const isUndecided = status === 'planned' || status === 'ordered' || status === 'skipped'
  return {
    cycle,
    date,
    isMoved,
    status,
    reason,
    total: order ? centsToText(order.totalCents) : totalOf(wanted, facts.products),
    items: order ? order.lines.map(orderedLine) : items,
    extras: linesFrom(added, facts.products),
    orderId,
    changeUntil: changeUntil(shop.timeZone, date).toISOString(),
    isChangeable: isUndecided && isEditable(date, order, shop.timeZone, clock.now()),
  }
}

type Line = Delivery['items'][number]

type LineItem = { productId: string; quantity: number }

function linesFrom(wanted: readonly LineItem[], products: readonly ProductRow[]): Line[] {
  const lines = new Map<string, Line>()
  for (const { productId, quantity } of wanted) {
    const product = products.find(({ id }) => id === productId)
    if (!product) continue
    const before = lines.get(productId)?.quantity ?? 0
    const { name, size, priceCents } = product
    const price = centsToText(priceCents)
    lines.set(productId, { productId, name, size, price, quantity: before + quantity })
  }
  return [...lines.values()]
}

const orderedLine = (line: OrderedLine): Line => ({
  productId: line.productId ?? line.id,
  name: line.productName,
  size: line.productSize,
  quantity: line.quantity,
  price: centsToText(line.priceCents),
})

/** At today's prices; a product that is no longer sold costs nothing. */
function totalOf(items: readonly LineItem[], products: readonly ProductRow[]): string {
  return centsToText(priceItems(joinProducts(items, products), true).totalCents)
}

function unpaidOf({ cycles: rows, ordered }: Facts): Subscription['unpaid'] {
  const row = rows.find(({ status }) => status === 'unpaid' || status === 'failed')
  const order = row?.orderId ? ordered.get(row.orderId) : undefined
  if (!row?.orderId || !order) return null
  return {
    orderId: row.orderId,
    date: row.date,
    total: centsToText(order.totalCents),
    code: row.lastCode,
    nextTryAt: nextTryOf(row)?.toISOString() ?? null,
  }
}

/** At the end of its time it is looked at once more, but no card is tried. */
function nextTryOf({ status, dueAt, firstFailedAt }: CycleRow): Date | undefined {
  if (status !== 'unpaid' || !dueAt || !firstFailedAt) return undefined
  return dueAt.getTime() < firstFailedAt.getTime() + RETRY_DAYS * DAY_MS ? dueAt : undefined
}

function ifCancelled({ clock, shop }: ViewDeps, { cycles: rows, ordered }: Facts) {
  const datesOf = (wanted: ReturnType<typeof cancelOutcome>) =>
    rows.flatMap((row) => {
      const order = row.orderId ? ordered.get(row.orderId) : undefined
      const outcome = order && cancelOutcome(row, order, shop.timeZone, clock.now())
      return outcome === wanted ? [row.date] : []
    })
  return { off: datesOf('off'), comes: datesOf('comes') }
}
