import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { ClosedDatesResult } from '#contract/staff/closed-dates.ts'
import type { Buyer } from '../buyer.ts'
import type { TestShop } from '../open-shop.ts'

export const closeDates = (
  staff: Buyer,
  dates: string[],
  options: { preview?: boolean; version?: number } = {},
) =>
  staff.call<ClosedDatesResult>(
    'POST',
    `${apiPaths.adminClosedDates}?preview=${options.preview ?? false}`,
    { dates: dates.map((date) => ({ date, name: 'Holiday' })), version: options.version },
  )

export const reopenDate = (staff: Buyer, date: string, query = '') =>
  staff.call<ClosedDatesResult>(
    'DELETE',
    `${fillPath(apiPaths.adminClosedDate, { date })}?${query}`,
  )

/** Returns the delivery date of an order. */
export async function readDeliveryDate(
  shop: TestShop,
  orderId: string,
): Promise<string | undefined> {
  const statement = 'select delivery_date::text date from orders where id = $1'
  return (await shop.sql<{ date: string }>(statement, [orderId]))[0]?.date
}

/** A paid order of a guest for this date. */
export async function buyFor(shop: TestShop, deliveryDate: string): Promise<string> {
  const buyer = shop.buyer()
  const { orderId } = await buyer.buy(buyer.submission({ deliveryDate }))
  await shop.deliverPending()
  return orderId
}
