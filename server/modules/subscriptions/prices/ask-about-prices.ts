import { and, eq, inArray } from 'drizzle-orm'
import type { CalendarDate } from '#contract/dates/calendar.ts'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import { calendarFor, type DeliveryCalendar } from '#contract/zones/landed-date.ts'
import type { Tx } from '#server/db/client.ts'
import { findProducts } from '#server/modules/catalog/index.ts'
import { queueEmail } from '#server/modules/mail/index.ts'
import { deliveryDateFinder } from '../cycle-dates.ts'
import { unitPriceOn } from '../delivery-lines.ts'
import type { SubscriptionDeps } from '../deps.ts'
import { type ItemRow, type LockedSubscription, withLockedSubscription } from '../queries.ts'
import { priceQuestions } from '../tables.ts'
import {
  findSubscriptionsToAsk,
  findSubscriptionsToRelease,
  upcomingPrices,
} from './find-price-work.ts'
import { firstAffectedDate } from './first-affected-date.ts'
import { raiseAgreedPrice } from './raise-agreed-price.ts'
import { releaseWithdrawn } from './release-withdrawn.ts'

type AskDeps = Pick<SubscriptionDeps, 'db' | 'clock' | 'random' | 'shop' | 'log'>

/** Weekly deliveries of the next 30 days, with some that are skipped. */
const UPCOMING = 8

/** Rule 32: asks the owners of subscriptions about prices above what they agreed to. */
export async function askAboutPrices(deps: AskDeps): Promise<void> {
  const { db, clock } = deps
  for (const id of await findSubscriptionsToAsk(db, clock.now())) {
    await inLock(deps, id, (tx, locked) => askInTx(tx, deps, locked))
  }
  for (const id of await findSubscriptionsToRelease(db, clock.now())) {
    await inLock(deps, id, (tx, locked) => releaseWithdrawn(tx, deps, locked))
  }
}

/** A failure of one subscription must not block the others; the next run retries it. */
async function inLock(
  { db, log }: AskDeps,
  id: string,
  work: (tx: Tx, locked: LockedSubscription) => Promise<void>,
): Promise<void> {
  try {
    await withLockedSubscription(db, id, work)
  } catch (err) {
    log.error({ subscriptionId: id, err }, 'asking about a price failed')
  }
}

async function askInTx(tx: Tx, deps: AskDeps, locked: LockedSubscription): Promise<void> {
  const { subscription, items } = locked
  if (subscription.status !== 'active' || subscription.nextDate === null) return
  const { calendar } = deps.shop
  const today = shopDate(calendar, deps.clock.now())
  const dates = upcomingDates(locked, calendarFor(deps.shop, subscription.deliveryZip))
  const asked = await tx
    .select()
    .from(priceQuestions)
    .where(eq(priceQuestions.subscriptionId, subscription.id))
  const productIds = items.map(({ productId }) => productId)
  const prices = await upcomingPrices(tx, productIds, deps.clock.now())
  for (const item of items) {
    const own = prices.filter(({ productId }) => productId === item.productId)
    for (const [n, price] of own.entries()) {
      const isAsked = asked.some(
        ({ priceId, status }) => priceId === price.id && status !== 'closed',
      )
      if (isAsked || price.cents <= (item.raisedCents ?? item.agreedCents)) continue
      const next = own[n + 1]
      const period = {
        from: shopDate(calendar, price.validFrom),
        until: next ? shopDate(calendar, next.validFrom) : null,
      }
      const firstDate = firstAffectedDate(dates, period, today)
      if (firstDate) await ask(tx, deps, { item, price, firstDate, today })
    }
  }
}

/** Deliveries that are not decided yet, in the order of their dates. */
function upcomingDates(
  { subscription, cycles }: LockedSubscription,
  calendar: DeliveryCalendar,
): CalendarDate[] {
  const dateFor = deliveryDateFinder(subscription, cycles, calendar)
  const dates = Array.from({ length: UPCOMING }, (_, n) => {
    const cycle = subscription.nextCycle + n
    const row = cycles.find((candidate) => candidate.cycle === cycle)
    const isSkipped = row !== undefined && row.status !== 'planned'
    return isSkipped ? [] : [dateFor(cycle)]
  })
  return dates.flat().toSorted()
}

type Question = {
  item: ItemRow
  price: { id: number; cents: number }
  firstDate: CalendarDate
  today: CalendarDate
}

async function ask(
  tx: Tx,
  deps: AskDeps,
  { item, price, firstDate, today }: Question,
): Promise<void> {
  const now = deps.clock.now()
  const [product] = await findProducts(tx, [item.productId], now)
  if (!product) return
  const { subscriptionId, productId } = item
  const day = { date: today, calendar: deps.shop.calendar, now }
  const mode = deps.shop.priceIncreases
  // A second increase replaces the question about the first one.
  await tx
    .update(priceQuestions)
    .set({ status: 'replaced', closedAt: now })
    .where(
      and(
        eq(priceQuestions.subscriptionId, subscriptionId),
        eq(priceQuestions.productId, productId),
        inArray(priceQuestions.status, ['open']),
      ),
    )
  const id = deps.random.uuid()
  await tx.insert(priceQuestions).values({
    id,
    subscriptionId,
    productId,
    priceId: price.id,
    oldCents: unitPriceOn([item], product, day),
    newCents: price.cents,
    firstDate,
    mode,
    status: mode === 'ask' ? 'open' : 'noticed',
    askedAt: now,
    lastAskedAt: now,
  })
  if (mode === 'notice') {
    await raiseAgreedPrice(tx, item, { cents: price.cents, from: firstDate, today })
  }
  await queueEmail(tx, deps, { kind: 'price_increase', subjectId: id })
}
