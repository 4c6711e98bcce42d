import { and, asc, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import { centsToText } from '#contract/money.ts'
import {
  type PriceIncrease,
  type PriceIncreaseSubscriber,
  REMIND_AFTER_DAYS,
} from '#contract/staff/price-increases.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { products } from '#server/modules/catalog/tables.ts'
import type { SubscriptionDeps } from '../deps.ts'
import { priceQuestions, subscriptionItems, subscriptions } from '../tables.ts'
import { upcomingPrices } from './find-price-work.ts'
import type { QuestionRow } from './price-change-view.ts'

const MAX_LISTED = 200
const DAY_MS = 86_400_000

export const remindableBefore = (now: Date) => new Date(now.getTime() - REMIND_AFTER_DAYS * DAY_MS)

/** Current and scheduled prices above what subscribers have agreed to. */
export async function listPriceIncreases(
  { db, clock }: Pick<SubscriptionDeps, 'db' | 'clock'>,
  productId: string,
): Promise<PriceIncrease[]> {
  const now = clock.now()
  const [product] = await db.select().from(products).where(eq(products.id, productId))
  if (!product) throw new Failure('not_found')
  const prices = await upcomingPrices(db, [productId], now)
  const increases: PriceIncrease[] = []
  for (const price of prices) {
    const rows = await affectedSubscribers(db, productId, price)
    if (rows.length > 0) increases.push(toIncrease(price, rows, now))
  }
  return increases
}

type Price = { id: number; cents: number; validFrom: Date }

/** Active subscriptions that were asked about the price, or that will be. */
const affectedSubscribers = (db: DbOrTx, productId: string, { id, cents }: Price) =>
  db
    .select({
      subscriptionId: subscriptions.id,
      customerName: subscriptions.customerName,
      agreedCents: sql<number>`coalesce(${subscriptionItems.raisedCents}, ${subscriptionItems.agreedCents})`,
      question: priceQuestions,
    })
    .from(subscriptionItems)
    .innerJoin(subscriptions, eq(subscriptions.id, subscriptionItems.subscriptionId))
    .leftJoin(
      priceQuestions,
      and(
        eq(priceQuestions.subscriptionId, subscriptions.id),
        eq(priceQuestions.priceId, id),
        inArray(priceQuestions.status, ['open', 'agreed', 'noticed']),
      ),
    )
    .where(
      and(
        eq(subscriptionItems.productId, productId),
        eq(subscriptions.status, 'active'),
        or(
          sql`${priceQuestions.id} is not null`,
          and(
            isNull(priceQuestions.id),
            lt(
              sql`coalesce(${subscriptionItems.raisedCents}, ${subscriptionItems.agreedCents})`,
              cents,
            ),
          ),
        ),
      ),
    )
    .orderBy(asc(subscriptions.createdAt), asc(subscriptions.id))

type Row = {
  subscriptionId: string
  customerName: string | null
  agreedCents: number
  question: QuestionRow | null
}

const statuses = { open: 'waiting', agreed: 'agreed', noticed: 'noticed' } as const

const order: PriceIncreaseSubscriber['status'][] = ['waiting', 'later', 'noticed', 'agreed']

function toIncrease(price: Price, rows: Row[], now: Date): PriceIncrease {
  const subscribers = rows.map(toSubscriber)
  const count = (status: PriceIncreaseSubscriber['status']) =>
    subscribers.filter((subscriber) => subscriber.status === status).length
  const before = remindableBefore(now)
  return {
    priceId: price.id,
    price: centsToText(price.cents),
    validFrom: price.validFrom.toISOString(),
    total: rows.length,
    agreed: count('agreed'),
    noticed: count('noticed'),
    waiting: count('waiting'),
    canRemind: rows.filter(
      ({ question }) => question?.status === 'open' && question.lastAskedAt <= before,
    ).length,
    subscribers: subscribers
      .toSorted((a, b) => order.indexOf(a.status) - order.indexOf(b.status))
      .slice(0, MAX_LISTED),
  }
}

function toSubscriber({ subscriptionId, customerName, agreedCents, question }: Row) {
  const status = question?.status as keyof typeof statuses | undefined
  const isAnswered = status === 'agreed'
  return {
    subscriptionId,
    customerName: customerName ?? '',
    oldPrice: centsToText(question?.oldCents ?? agreedCents),
    status: status ? statuses[status] : ('later' as const),
    firstDate: question?.firstDate ?? null,
    askedAt: question?.askedAt.toISOString() ?? null,
    answeredAt: isAnswered ? (question?.closedAt?.toISOString() ?? null) : null,
  }
}
