import type { OrderPrice } from '#contract/pricing.ts'
import type { Frequency } from '#contract/primitives.ts'
import type { Shop } from '#contract/shop.ts'
import { calendarFor } from '#contract/zones/landed-date.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { findProducts, priceItems } from '#server/modules/catalog/index.ts'
import { findDeposit } from '#server/modules/deposits/index.ts'
import { findTax } from '#server/modules/tax/index.ts'
import type { Clock } from '#server/runtime.ts'
import { type Cadence, nextEditableCycle } from '../cycle-dates.ts'
import {
  type AgreedItem,
  type DeliveryLine,
  deliveryLines,
  listPriceOn,
} from '../delivery-lines.ts'

/** Rule 67: a subscription that ran in another system. */
export type SubscriptionImport = {
  customerId: string
  customerName: string
  customerEmail: string
  customerPhone: string
  deliveryAddress: string
  deliveryCity: string
  deliveryState: string
  deliveryZip: string
  /** Without an agreed price, the list price of the day on which the customer agrees counts. */
  items: readonly { productId: string; quantity: number; agreedCents: number | null }[]
  frequency: Frequency
  nextDate: string
  /** Delivery notes, empty if there are none. */
  notes: string
}

export type ImportedTerms = {
  /** Cycle 1 is the first delivery. The cadence starts at the imported date and does not drift. */
  cadence: Cadence
  deliveryDate: string
  items: AgreedItem[]
  lines: DeliveryLine[]
  /** Sold out, so the first delivery comes without them (rule 31). */
  leftOut: DeliveryLine[]
  /** No longer sold, so the subscription does not contain them. */
  discontinued: DeliveryLine[]
  price: OrderPrice
}

type PlanDeps = {
  clock: Clock
  shop: Pick<Shop, 'calendar' | 'zoneCalendar' | 'chargesTax' | 'depositCents' | 'isDepositTaxable'>
}

/** The terms on offer now: the first date that can still be changed, and its price. */
export async function planImported(
  db: DbOrTx,
  { clock, shop }: PlanDeps,
  imported: SubscriptionImport,
): Promise<ImportedTerms> {
  const { calendar } = shop
  const now = clock.now()
  const { frequency, nextDate: anchor } = imported
  const next = nextEditableCycle(
    { anchor, anchorCycle: 0, frequency, nextCycle: 0 },
    [],
    calendarFor(shop, imported.deliveryZip),
    now,
  )
  const day = { date: next.nextDate, calendar, now }
  const productIds = imported.items.map(({ productId }) => productId)
  const products = await findProducts(db, productIds, now)
  const discontinued: DeliveryLine[] = []
  const items = imported.items.flatMap(({ productId, quantity, agreedCents }) => {
    const product = products.find(({ id }) => id === productId)
    if (!product) return []
    if (product.state !== 'active') {
      discontinued.push({ product, quantity })
      return []
    }
    const listCents = listPriceOn(product, day)
    return [{ productId, quantity, agreedCents: Math.min(listCents, agreedCents ?? listCents) }]
  })
  const { lines, leftOut } = deliveryLines(items, products, day)
  const taxOn = await findTax(db, shop, imported)
  const deposit = await findDeposit(db, shop, imported.customerId)
  return {
    cadence: { anchor, anchorCycle: 1 - next.nextCycle, frequency },
    deliveryDate: next.nextDate,
    items,
    lines,
    leftOut,
    discontinued,
    price: priceItems(lines, true, { tax: taxOn(next.nextDate), deposit }),
  }
}
