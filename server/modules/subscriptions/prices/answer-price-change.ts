import { eq } from 'drizzle-orm'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import { Failure } from '#contract/errors.ts'
import { formatOrderNumber } from '#contract/order-number.ts'
import {
  priceChangeSentences,
  priceConsentLabel,
} from '#contract/subscriptions/price-change-texts.ts'
import type { PriceChange, PriceChangeLink } from '#contract/subscriptions/price-changes.ts'
import type { Tx } from '#server/db/client.ts'
import { findProducts, isPriceWithdrawn } from '#server/modules/catalog/index.ts'
import { cancelSubscriptionById } from '../cancel/cancel-subscription.ts'
import { readPriceChangeToken } from '../changes/link-tokens.ts'
import { listPriceOn } from '../delivery-lines.ts'
import type { SubscriptionDeps } from '../deps.ts'
import { type LockedSubscription, withLockedSubscription } from '../queries.ts'
import { priceQuestions, subscriptions } from '../tables.ts'
import { effectiveFrom, getPriceChange, type QuestionRow } from './price-change-view.ts'
import { raiseAgreedPrice } from './raise-agreed-price.ts'

type Answer = { via: 'link' | 'account'; ip: string }

export async function readPriceChange(
  deps: SubscriptionDeps,
  token: string,
): Promise<PriceChangeLink> {
  const id = readPriceChangeToken(deps.linkKey, token)?.id
  const change = id ? await getPriceChange(deps.db, id) : undefined
  if (!change) throw new Failure('not_found')
  return toLink(change)
}

const toLink = (change: PriceChange): PriceChangeLink => ({
  ...change,
  orderNumber: formatOrderNumber(change.subscriptionId),
})

export async function answerPriceChange(
  deps: SubscriptionDeps,
  token: string,
  answer: 'agree' | 'cancel',
  ip: string,
): Promise<PriceChangeLink> {
  const change = await readPriceChange(deps, token)
  if (answer === 'agree') {
    return toLink(await agreeToPrice(deps, change.id, { via: 'link', ip }))
  }
  await cancelSubscriptionById(deps, change.subscriptionId)
  return readPriceChange(deps, token)
}

export async function agreeAsCustomer(
  deps: SubscriptionDeps,
  customerId: string,
  id: string,
  ip: string,
): Promise<PriceChange> {
  const [row] = await deps.db
    .select({ customerId: subscriptions.customerId })
    .from(priceQuestions)
    .innerJoin(subscriptions, eq(subscriptions.id, priceQuestions.subscriptionId))
    .where(eq(priceQuestions.id, id))
  if (row?.customerId !== customerId) throw new Failure('not_found')
  return agreeToPrice(deps, id, { via: 'account', ip })
}

/** Rule 32: stores the consent and its text. Repeating it changes nothing. */
async function agreeToPrice(
  deps: SubscriptionDeps,
  id: string,
  answer: Answer,
): Promise<PriceChange> {
  const before = await getPriceChange(deps.db, id)
  if (!before) throw new Failure('not_found')
  const after = await withLockedSubscription(deps.db, before.subscriptionId, async (tx, locked) => {
    const [question] = await tx.select().from(priceQuestions).where(eq(priceQuestions.id, id))
    if (question?.status === 'open') await agreeInTx(tx, deps, locked, question, answer)
    return getPriceChange(tx, id)
  })
  if (!after) throw new Failure('not_found')
  if (after.status !== 'agreed' && after.status !== 'noticed') throw new Failure('price_withdrawn')
  return after
}

async function agreeInTx(
  tx: Tx,
  { clock, shop }: SubscriptionDeps,
  { subscription, items }: LockedSubscription,
  question: QuestionRow,
  { via, ip }: Answer,
): Promise<void> {
  if (subscription.status === 'cancelled') throw new Failure('not_active')
  const now = clock.now()
  const item = items.find(({ productId }) => productId === question.productId)
  // A withdrawal waits for this transaction, or this one for the withdrawal.
  const isWithdrawn = await isPriceWithdrawn(tx, question.priceId)
  const [product] = await findProducts(tx, [question.productId], now)
  const from = effectiveFrom(question, subscription.nextDate)
  const day = { date: from, calendar: shop.calendar, now }
  const isOver = !product || listPriceOn(product, day) !== question.newCents
  if (!item || isWithdrawn || isOver) {
    throw new Failure('price_withdrawn')
  }
  await raiseAgreedPrice(tx, item, {
    cents: question.newCents,
    from,
    today: shopDate(shop.calendar, now),
  })
  const change = await getPriceChange(tx, question.id)
  await tx
    .update(priceQuestions)
    .set({
      status: 'agreed',
      firstDate: from,
      closedAt: now,
      answeredVia: via,
      ip,
      consentText: change && [...priceChangeSentences(change), priceConsentLabel(change)].join(' '),
    })
    .where(eq(priceQuestions.id, question.id))
}
