import { asc, eq } from 'drizzle-orm'
import { LAST_DATE } from '#contract/dates/calendar.ts'
import { changeUntil, shopDate } from '#contract/dates/shop-calendar.ts'
import { centsToText } from '#contract/money.ts'
import type { DepositRule } from '#contract/pricing.ts'
import type { Shop } from '#contract/shop.ts'
import type { IfCancelled } from '#contract/subscriptions/if-cancelled.ts'
import type { Delivery, SkipReason, Subscription } from '#contract/subscriptions/subscriptions.ts'
import { calendarFor, type ZoneCalendar } from '#contract/zones/landed-date.ts'
import { isSameWindow } from '#contract/zones/window-text.ts'
import { windowsOn } from '#contract/zones/zone-exceptions.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { findProducts, type PricedProductRow } from '#server/modules/catalog/index.ts'
import { isEditable } from '#server/modules/deliveries/index.ts'
import { findDeposit } from '#server/modules/deposits/index.ts'
import { creditView, type OrderRow } from '#server/modules/orders/index.ts'
import { findTax } from '#server/modules/tax/index.ts'
import { findZoneByZip } from '#server/modules/zones/index.ts'
import { findPausingDispute } from './cancel/disputed-payments.ts'
import { previewCancel, previewFirst } from './cancel/preview-cancel.ts'
import { calendarToken } from './changes/link-tokens.ts'
import { deliveryDateFinder, sharedDateReason, sharesDate } from './cycle-dates.ts'
import { type AgreedItem, deliveryLines } from './delivery-lines.ts'
import { findUnpaid } from './find-unpaid.ts'
import { type LoadedOrders, loadOrders } from './load-orders.ts'
import { upcomingPriceChanges } from './prices/price-change-view.ts'
import {
  type CycleRow,
  getFirstDate,
  getFirstOrder,
  getItems,
  type ItemRow,
  isOpen,
  type OneTimeItemRow,
  type SubscriptionRow,
} from './queries.ts'
import { cycles, oneTimeItems, subscriptions } from './tables.ts'
import {
  depositAfter,
  formatTotal,
  notOrdered,
  orderedLine,
  sortLike,
  toLine,
} from './view-lines.ts'

export type ViewDeps = {
  clock: { now(): Date }
  shop: Pick<Shop, 'calendar' | 'zoneCalendar' | 'chargesTax' | 'depositCents' | 'isDepositTaxable'>
  linkKey: string
  publicUrl: string
}

const VISIBLE_DATES = 6
/** More than a year of weekly deliveries that may all be skipped. */
const MAX_CYCLES_SCANNED = 60

/** The rows that a subscription's view is built from. */
type ViewData = {
  subscription: SubscriptionRow
  items: ItemRow[]
  cycles: CycleRow[]
  oneTimeItems: OneTimeItemRow[]
  /** Orders by id, with the prices they were created with. */
  orders: LoadedOrders
  /** The delivery date of the first order. */
  firstDate: string | undefined
  firstIfCancelled: IfCancelled['first']
  products: PricedProductRow[]
  /** The tax of a delivery that has no order yet, by its date. */
  taxOn: Awaited<ReturnType<typeof findTax>>
  deposit: DepositRule | undefined
  zone: ZoneCalendar | undefined
  dispute: Subscription['dispute']
  priceChanges: Subscription['priceChanges']
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
  const items = await getItems(db, id)
  const firstOrder = await getFirstOrder(db, id)
  const extraItems = await db.select().from(oneTimeItems).where(eq(oneTimeItems.subscriptionId, id))
  const productIds = [...items, ...extraItems].map(({ productId }) => productId)
  return toView(deps, {
    subscription,
    items,
    cycles: rows,
    oneTimeItems: extraItems,
    orders: await loadOrders(db, rows, VISIBLE_DATES * 2),
    firstDate: getFirstDate(firstOrder),
    firstIfCancelled: await previewFirst(db, deps, firstOrder),
    products: await findProducts(db, productIds, deps.clock.now()),
    taxOn: await findTax(db, deps.shop, subscription),
    deposit: await findDeposit(db, deps.shop, subscription.customerId),
    zone: await findWindowZone(db, subscription, rows),
    dispute: await findPausingDispute(db, id),
    priceChanges: await upcomingPriceChanges(
      db,
      id,
      shopDate(deps.shop.calendar, deps.clock.now()),
    ),
  })
}

/** Read only where a window was chosen. */
const findWindowZone = (db: DbOrTx, row: SubscriptionRow, rows: readonly CycleRow[]) =>
  [row, ...rows].some(({ deliveryWindow }) => deliveryWindow)
    ? findZoneByZip(db, row.deliveryZip)
    : undefined

function toView(deps: ViewDeps, data: ViewData): Subscription {
  const { subscription } = data
  const calendar = toCalendar(deps, data)
  const today = shopDate(deps.shop.calendar, deps.clock.now())
  const next = calendar.find(({ status }) => status !== 'skipped' && status !== 'void') ?? null
  const regular = linesOn(deps, data, data.items, subscription.nextDate ?? today)
  return {
    ...subscription,
    items: sortLike(data.items, [...regular.lines, ...regular.leftOut]).map(toLine),
    total: formatTotal(regular.lines, { tax: data.taxOn(subscription.nextDate ?? today) }),
    next,
    calendar: calendar.slice(0, VISIBLE_DATES),
    unpaid: findUnpaid(data),
    dispute: subscription.status === 'paused' ? data.dispute : null,
    priceChanges: data.priceChanges,
    calendarUrl: `${deps.publicUrl}/api/calendar/${calendarToken(deps.linkKey, subscription.id)}`,
    cancelledAt: subscription.cancelledAt?.toISOString() ?? null,
    ifCancelled: previewCancel(deps, { ...data, first: data.firstIfCancelled, next }),
  }
}

/** From today on: first the ordered deliveries, then those that the cadence predicts. */
function toCalendar(deps: ViewDeps, data: ViewData): Delivery[] {
  const { subscription, cycles: rows } = data
  const today = shopDate(deps.shop.calendar, deps.clock.now())
  const decided = rows.filter(
    (row) => row.cycle < subscription.nextCycle && row.date >= today && row.status !== 'void',
  )
  const deliveries: Delivery[] = []
  for (const row of decided) deliveries.push(toDelivery(deps, data, row, deliveries))
  if (subscription.nextDate === null) return deliveries
  const calendar = calendarFor(deps.shop, subscription.deliveryZip)
  const dateFor = deliveryDateFinder(subscription, rows, calendar)
  const { firstDate } = data
  for (let n = 0; n < MAX_CYCLES_SCANNED && deliveries.length < VISIBLE_DATES + 1; n++) {
    const cycle = subscription.nextCycle + n
    const cycleRow = rows.find((row) => row.cycle === cycle)
    const date = dateFor(cycle)
    const isUndecided = !cycleRow || cycleRow.status === 'planned'
    const isShared =
      isUndecided && sharesDate({ ...subscription, firstDate }, rows, calendar, cycle)
    const row = { cycle, ...cycleRow, date, ...(isShared && asShared(sharedDateReason(calendar))) }
    if (date >= today) deliveries.push(toDelivery(deps, data, row, deliveries))
    // All later cycles have the same date.
    if (date === LAST_DATE) break
  }
  return deliveries
}

/** Rules 34 and 47: planning will skip it, because it is on the date of the one before. */
const asShared = (reason: SkipReason) => ({ status: 'skipped', reason, orderId: null }) as const

type PartialCycle = Pick<CycleRow, 'cycle' | 'date'> & Partial<CycleRow>

function toDelivery(
  deps: ViewDeps,
  data: ViewData,
  row: PartialCycle,
  earlier: readonly Delivery[],
): Delivery {
  const { clock, shop } = deps
  const { cycle, date, status = 'planned', reason = null, isMoved = false, orderId = null } = row
  const extraItems = data.oneTimeItems.filter((item) => item.cycle === cycle)
  const planned = linesOn(deps, data, [...data.items, ...extraItems], date)
  const isOrdered = isOpen({ status }) || status === 'paid' || status === 'invoiced'
  const order = orderId && isOrdered ? data.orders.get(orderId) : undefined
  const isUndecided = status === 'planned' || status === 'ordered' || status === 'skipped'
  return {
    cycle,
    date,
    isMoved,
    ...toDeliveryWindow(data, { ...row, order }),
    status,
    reason,
    total: order
      ? centsToText(order.totalCents)
      : formatTotal(planned.lines, {
          tax: data.taxOn(date),
          deposit: depositAfter(data, earlier),
        }),
    ...creditView(order?.payment),
    items: order ? order.lines.map(orderedLine) : planned.lines.map(toLine),
    leftOut: (order ? notOrdered(planned, order.lines) : planned.leftOut).map(toLine),
    oneTimeItems: extraItems.flatMap((item) => {
      const { lines, leftOut } = linesOn(deps, data, [item], date)
      return [...lines, ...leftOut].map(toLine)
    }),
    orderId,
    changeUntil: changeUntil(shop.calendar, date).toISOString(),
    isEditable:
      isUndecided &&
      reason !== 'closed_date' &&
      reason !== 'same_day' &&
      order?.status !== 'cancelled' &&
      isEditable(date, order, shop.calendar, clock.now()),
  }
}

/** Deliveries with an order have the window of the order. */
function toDeliveryWindow(
  { subscription, zone }: ViewData,
  { date, deliveryWindow, order }: PartialCycle & { order: OrderRow | undefined },
): Pick<Delivery, 'deliveryWindow'> {
  const wanted = deliveryWindow ?? subscription.deliveryWindow
  const isOffered = wanted && zone && windowsOn(zone, date).some((w) => isSameWindow(w, wanted))
  const window = order ? order.deliveryWindow : isOffered ? wanted : null
  return window ? { deliveryWindow: window } : {}
}

const linesOn = (
  { clock, shop }: ViewDeps,
  { products }: ViewData,
  items: readonly AgreedItem[],
  date: string,
) => deliveryLines(items, products, { date, calendar: shop.calendar, now: clock.now() })
