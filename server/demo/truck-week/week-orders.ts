import { addDays, type CalendarDate } from '#contract/dates/calendar.ts'
import { toWeekday } from '#contract/zones/route-days.ts'
import type { Buyer } from '../demo-buyers.ts'
import { type DemoCalendar, deliveryAfter } from '../demo-calendar.ts'
import { towns } from '../names.ts'
import { type DemoContext, type OrderPlan, planOrder } from '../order-plan.ts'
import { demoZones } from './make-zones.ts'

/** Deliveries of each zone that is served on a date. */
const ORDERS_PER_ZONE = 5

/** Larger than any truck, for a festival: they are the two deliveries that don't fit. */
const EVENT_BOTTLES = [135, 128]

/** The day whose routes are planned already: the next one with deliveries. */
export const plannedDay = ({ today }: DemoCalendar): CalendarDate => deliveryAfter(today, 1)

/** A week of deliveries on the route days of their zones, enough to fill the trucks' day. */
export function weekOrders(context: DemoContext): OrderPlan[] {
  const { today } = context.calendar
  const dates = [1, 2, 3, 4, 5, 6, 7].map((days) => addDays(today, days))
  const homes = dates.flatMap((date) =>
    demoZones
      .filter(({ weekdays }) => weekdays.includes(toWeekday(date)))
      .flatMap(({ zips }) =>
        Array.from({ length: ORDERS_PER_ZONE }, () => placeOrder(context, date, zips)),
      ),
  )
  return [...homes, ...EVENT_BOTTLES.map((bottles) => placeEvent(context, bottles))]
}

/** Placed over the last weeks, so that the shop's revenue has no sudden peak. */
function placeOrder(
  context: DemoContext,
  deliveryDate: CalendarDate,
  zips: readonly string[],
  change: Partial<OrderPlan> = {},
): OrderPlan {
  const { calendar, rng } = context
  const placedAt = calendar.at(addDays(calendar.today, -2 - rng.below(19)), 9 + rng.unit() * 10)
  const buyer = moveTo(context.newBuyer(placedAt), rng.pick(zips))
  const paidAt = new Date(placedAt.getTime() + 80_000)
  return planOrder(context, {
    buyer,
    placedAt,
    deliveryDate,
    outcome: { type: 'paid', paidAt },
    ...change,
  })
}

/** In a zone that is served on the planned day. */
function placeEvent(context: DemoContext, bottles: number): OrderPlan {
  const date = plannedDay(context.calendar)
  const served = demoZones.filter(({ weekdays }) => weekdays.includes(toWeekday(date)))
  const product = context.products[0]
  const lines = product ? [{ product, quantity: bottles }] : []
  const zips = served.flatMap((zone) => zone.zips)
  return placeOrder(context, date, zips, { lines })
}

function moveTo(buyer: Buyer, zip: string): Buyer {
  const town = towns.find(([place]) => place.zip === zip)?.[0]
  return town ? { ...buyer, ...town } : buyer
}
