import { MAX_TOTAL_CENTS, MIN_TOTAL_CENTS } from '#contract/checkout.ts'
import { Failure } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import { groupBy } from '#server/group-by.ts'
import {
  findActiveProducts,
  findProducts,
  isOffered,
  priceItems,
  requireProducts,
} from '#server/modules/catalog/index.ts'
import { type AgreedItem, deliveryLines, type LineItem } from '../delivery-lines.ts'
import type { SubscriptionDeps } from '../deps.ts'
import type { LockedSubscription } from '../queries.ts'
import { deliveryDate } from './editable-delivery.ts'
import { getOrderedAhead, itemsOfCycle } from './order-delivery.ts'

/**
 * Rule 32: an item that stays keeps its agreed price; an added one gets today's list price. Throws
 * if an added product cannot be ordered, or more of a product that is not offered (rule 31).
 */
export async function agreeItems(
  tx: Tx,
  { clock }: SubscriptionDeps,
  items: readonly LineItem[],
  before: readonly AgreedItem[],
): Promise<AgreedItem[]> {
  const merged = mergeItems(items)
  const now = clock.now()
  const products = await findProducts(tx, toIds(merged), now)
  const added: LineItem[] = []
  const agreed = merged.flatMap(({ productId, quantity }): AgreedItem[] => {
    const product = products.find(({ id }) => id === productId)
    const kept = before.find((item) => item.productId === productId)
    const isMore = quantity > (kept?.quantity ?? 0)
    if (!product || (isMore && !isOffered(product))) added.push({ productId, quantity })
    if (!product) return []
    const { agreedCents = product.priceCents, raisedCents = null, raisedFrom = null } = kept ?? {}
    return [{ productId, quantity, agreedCents, raisedCents, raisedFrom }]
  })
  if (added.length > 0) requireProducts(added, await findActiveProducts(tx, added, now))
  return agreed
}

function mergeItems(items: readonly LineItem[]): LineItem[] {
  const byProduct = groupBy(items, ({ productId }) => productId)
  return [...byProduct].map(([productId, lines]) => ({
    productId,
    quantity: lines.reduce((sum, { quantity }) => sum + quantity, 0),
  }))
}

export const toIds = (items: readonly LineItem[]) => items.map(({ productId }) => productId)

/** A delivery must have something to deliver, for an amount that a card can be charged. */
export async function assertAvailable(
  tx: Tx,
  { clock, shop }: SubscriptionDeps,
  locked: LockedSubscription,
  /** Without a cycle, the recurring items alone count. */
  cycle?: number,
): Promise<void> {
  const items = itemsOfCycle(locked, cycle ?? -1)
  const now = clock.now()
  const products = await findProducts(tx, toIds(items), now)
  const cycleRow = locked.cycles.find((row) => row.cycle === cycle)
  const { lines } = deliveryLines(items, products, {
    date: deliveryDate(shop, locked, cycle ?? locked.subscription.nextCycle),
    calendar: shop.calendar,
    now,
    orderedAhead: await getOrderedAhead(tx, cycleRow),
  })
  if (lines.length === 0) requireProducts(items, await findActiveProducts(tx, items, now))
  const { totalCents } = priceItems(lines, true)
  if (totalCents < MIN_TOTAL_CENTS || totalCents > MAX_TOTAL_CENTS) throw new Failure('invalid')
}
