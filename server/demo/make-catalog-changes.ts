import { and, asc, eq, isNotNull } from 'drizzle-orm'
import { addDays, type CalendarDate } from '#contract/dates/calendar.ts'
import { centsToText } from '#contract/money.ts'
import {
  priceChangeSentences,
  priceConsentLabel,
} from '#contract/subscriptions/price-change-texts.ts'
import type { Tx } from '#server/db/client.ts'
import { insertRows } from '#server/db/insert-rows.ts'
import { groupBy } from '#server/group-by.ts'
import { productPrices, products } from '#server/modules/catalog/tables.ts'
import { cadenceDate, firstCycleOn } from '#server/modules/subscriptions/index.ts'
import {
  priceQuestions,
  subscriptionItems,
  subscriptions,
} from '#server/modules/subscriptions/tables.ts'
import type { Random } from '#server/runtime.ts'
import { DAY_MS } from './demo-calendar.ts'
import type { DemoContext } from './order-plan.ts'

/** Most tests order it, so its price stays. */
const UNCHANGED_PRODUCT = 'Spring Water 5 Gallon'
const RAISE_CENTS = 50
const ASKED_DAYS_AGO = 3
const STARTS_IN_DAYS = 21

type ChangeDeps = { context: DemoContext; random: Random }

/** Content of the products page: a price increase half agreed, and a product that ended. */
export async function makeCatalogChanges(tx: Tx, deps: ChangeDeps): Promise<void> {
  await raisePrice(tx, deps)
  await archiveSeasonalProduct(tx, deps)
}

const activeSubscriptions = (tx: Tx) =>
  tx
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.status, 'active'), isNotNull(subscriptions.nextDate)))
    .orderBy(asc(subscriptions.createdAt), asc(subscriptions.id))

/** Rule 32: the price starts in three weeks, and half of its subscribers have agreed to it. */
async function raisePrice(tx: Tx, { context, random }: ChangeDeps): Promise<void> {
  const { now, today, at } = context.calendar
  const from = addDays(today, STARTS_IN_DAYS)
  const candidates = await askableSubscriptions(tx, from, addDays(today, 30 - ASKED_DAYS_AGO))
  const product = context.products
    .filter(({ name }) => name !== UNCHANGED_PRODUCT)
    .toSorted(
      (a, b) => (candidates.get(b.id)?.length ?? 0) - (candidates.get(a.id)?.length ?? 0),
    )[0]
  if (!product) return
  const askedAt = new Date(now.getTime() - ASKED_DAYS_AGO * DAY_MS)
  const oldCents = product.priceCents
  const newCents = oldCents + RAISE_CENTS
  const [price] = await tx
    .insert(productPrices)
    .values({ productId: product.id, cents: newCents, validFrom: at(from, 0), createdAt: askedAt })
    .returning()
  if (!price) return
  for (const [n, { subscriptionId, firstDate }] of (candidates.get(product.id) ?? []).entries()) {
    const isAgreed = n % 2 === 0
    const terms = {
      productName: product.name,
      oldPrice: centsToText(oldCents),
      newPrice: centsToText(newCents),
      firstDate,
      mode: 'ask' as const,
    }
    await tx.insert(priceQuestions).values({
      id: random.uuid(),
      subscriptionId,
      productId: product.id,
      priceId: price.id,
      oldCents,
      newCents,
      firstDate,
      mode: 'ask',
      status: isAgreed ? 'agreed' : 'open',
      askedAt,
      lastAskedAt: askedAt,
      ...(isAgreed && {
        closedAt: new Date(askedAt.getTime() + DAY_MS),
        answeredVia: 'link' as const,
        consentText: [...priceChangeSentences(terms), priceConsentLabel(terms)].join(' '),
      }),
    })
    if (!isAgreed) continue
    await tx
      .update(subscriptionItems)
      .set({ raisedCents: newCents, raisedFrom: firstDate })
      .where(
        and(
          eq(subscriptionItems.subscriptionId, subscriptionId),
          eq(subscriptionItems.productId, product.id),
        ),
      )
  }
}

/** Active subscriptions by product, whose first delivery from a date on is soon enough to ask. */
async function askableSubscriptions(tx: Tx, from: CalendarDate, until: CalendarDate) {
  const items = await tx.select().from(subscriptionItems)
  const rows = (await activeSubscriptions(tx)).flatMap((subscription) => {
    const cycle = firstCycleOn(subscription, subscription.nextCycle, from)
    const firstDate = cadenceDate(subscription, cycle)
    const own = items.filter(({ subscriptionId }) => subscriptionId === subscription.id)
    return firstDate <= until ? own.map((item) => ({ ...item, firstDate })) : []
  })
  return groupBy(rows, ({ productId }) => productId)
}

/** Rule 31: deliveries of some subscriptions come without a product that is no longer offered. */
async function archiveSeasonalProduct(tx: Tx, { context, random }: ChangeDeps): Promise<void> {
  const { now } = context.calendar
  const id = random.uuid()
  const [first] = context.products
  await tx.insert(products).values({
    id,
    name: 'Maple Water 3 Gallon',
    size: '3-gallon',
    description: 'Spring water with a hint of maple. Only in spring.',
    imageUrl: first?.imageUrl ?? '',
    position: 99,
    state: 'archived',
    createdAt: new Date(now.getTime() - 200 * DAY_MS),
  })
  await tx.insert(productPrices).values({
    productId: id,
    cents: 799,
    validFrom: new Date(0),
    createdAt: new Date(now.getTime() - 200 * DAY_MS),
  })
  const rows = (await activeSubscriptions(tx)).slice(0, 3).map((subscription) => ({
    subscriptionId: subscription.id,
    productId: id,
    quantity: 1,
    position: 20,
    agreedCents: 799,
  }))
  await insertRows(tx, subscriptionItems, rows)
}
