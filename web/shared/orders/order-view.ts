import { formatDate } from '#contract/dates/calendar.ts'
import { formatOrderNumber } from '#contract/order-number.ts'
import { windowText } from '#contract/zones/window-text.ts'
import type { KnownOrder } from '#web/api/adapt/order.ts'
import { frequencyLabel } from './frequency.ts'
import type { SummaryLine } from './order-summary.tsx'
import { type PriceView, priceViewFrom, productLines } from './price-view.ts'

/** An order as displayed. Missing or hidden values are undefined. */
export type OrderView = {
  number: string
  lines: SummaryLine[]
  price: PriceView
  name: string | undefined
  email: string | undefined
  /** One entry per line. */
  address: string[]
  /** With its time window, if one was chosen. */
  deliveryDate: string | undefined
  isRecurring: boolean
  frequency: string | undefined
  /** Set on renewals: the number of the first order of the subscription. */
  subscriptionNumber: string | undefined
}

export function orderView(order: KnownOrder): OrderView {
  return {
    number: formatOrderNumber(order.id),
    lines: productLines(order),
    price: priceViewFrom(order),
    name: order.customerName ?? undefined,
    email: order.customer?.email ?? order.customerEmail ?? undefined,
    address: addressLines(order),
    deliveryDate: deliveryText(order),
    isRecurring: order.isRecurring,
    frequency: order.recurringFrequency ? frequencyLabel(order.recurringFrequency) : undefined,
    subscriptionNumber: order.parentOrderId ? formatOrderNumber(order.parentOrderId) : undefined,
  }
}

/** 'Thursday, March 5, 2026' or 'Thursday, March 5, 2026, 8:00 AM – 12:00 PM' */
function deliveryText({
  deliveryDate,
  deliveryWindow,
}: Pick<KnownOrder, 'deliveryDate' | 'deliveryWindow'>): string | undefined {
  if (!deliveryDate) return undefined
  return [formatDate(deliveryDate), deliveryWindow && windowText(deliveryWindow)]
    .filter(Boolean)
    .join(', ')
}

function addressLines(order: KnownOrder): string[] {
  const stateAndZip = [order.deliveryState, order.deliveryZip].filter(Boolean).join(' ')
  const cityLine = [order.deliveryCity, stateAndZip].filter(Boolean).join(', ')
  return [order.deliveryAddress, cityLine].filter((line): line is string => Boolean(line))
}
