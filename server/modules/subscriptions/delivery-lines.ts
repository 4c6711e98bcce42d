import type { CalendarDate } from '#contract/dates/calendar.ts'
import { type ShopCalendar, shopInstant } from '#contract/dates/shop-calendar.ts'
import { groupBy } from '#server/group-by.ts'
import { isOffered, listPriceAt, type PricedProductRow } from '#server/modules/catalog/index.ts'

export type LineItem = { productId: string; quantity: number }

/** An item with the unit price that was agreed for it (rule 32). */
export type AgreedItem = LineItem & {
  agreedCents: number
  raisedCents?: number | null
  raisedFrom?: CalendarDate | null
}

export type DeliveryLine = { product: PricedProductRow; quantity: number }

/** The unit price that was agreed for deliveries on this date. */
export const agreedOn = (
  { agreedCents, raisedCents = null, raisedFrom = null }: AgreedItem,
  date: CalendarDate,
): number =>
  raisedCents !== null && raisedFrom !== null && date >= raisedFrom ? raisedCents : agreedCents

type DeliveryDay = { date: CalendarDate; calendar: ShopCalendar; now: Date }

/** The list price that counts for a delivery: that of its date, or of now if that is later. */
export function listPriceOn(
  product: PricedProductRow,
  { date, calendar, now }: DeliveryDay,
): number {
  const dayStart = shopInstant(calendar, date, 0).getTime()
  return listPriceAt(product, new Date(Math.max(dayStart, now.getTime())))
}

/**
 * Rule 32: a delivery costs the agreed price, or the list price of its date if that is lower. An
 * item that is recurring and extra has one price, the lower one.
 */
export function unitPriceOn(
  items: readonly AgreedItem[],
  product: PricedProductRow,
  day: DeliveryDay,
): number {
  return Math.min(listPriceOn(product, day), ...items.map((item) => agreedOn(item, day.date)))
}

/**
 * Rule 31: the lines of a delivery, one per product, at its prices, and what it comes without. Of a
 * product that is no longer offered, a delivery keeps the quantity that was ordered ahead.
 */
export function deliveryLines(
  items: readonly AgreedItem[],
  products: readonly PricedProductRow[],
  day: DeliveryDay & { orderedAhead?: ReadonlyMap<string, number> },
): { lines: DeliveryLine[]; leftOut: DeliveryLine[] } {
  const lines: DeliveryLine[] = []
  const leftOut: DeliveryLine[] = []
  for (const [productId, same] of groupBy(items, (item) => item.productId)) {
    const listed = products.find(({ id }) => id === productId)
    if (!listed) continue
    const product = { ...listed, priceCents: unitPriceOn(same, listed, day) }
    const wanted = same.reduce((sum, { quantity }) => sum + quantity, 0)
    const ordered = day.orderedAhead?.get(productId) ?? 0
    const quantity = isOffered(listed) ? wanted : Math.min(wanted, ordered)
    if (quantity > 0) lines.push({ product, quantity })
    if (quantity < wanted) leftOut.push({ product, quantity: wanted - quantity })
  }
  return { lines, leftOut }
}
