import { priceChangeToken } from '#server/modules/subscriptions/changes/link-tokens.ts'
import { answerPriceChange } from '#server/modules/subscriptions/prices/answer-price-change.ts'
import type { Rng } from '../rng.ts'
import type { ShopProcess } from '../shop-process.ts'
import type { World } from '../world.ts'
import type { Buyers } from './buyers.ts'

/** Clicks the link of a price increase twice at once, in two processes. */
export async function agreeToPrice(
  world: World,
  buyers: Buyers,
  rng: Rng,
  at: ShopProcess,
): Promise<void> {
  const rows = await buyers.read<{ id: string }>(
    `select id from price_questions where status = 'open' order by asked_at, id`,
  )
  if (rows.length === 0) return
  const token = priceChangeToken(at.deps.linkKey, rng.pick(rows).id)
  const other = world.alive()[0] ?? at
  world.count('agreed to a price')
  await Promise.allSettled(
    [at, other].map(({ deps }) => answerPriceChange(deps, token, 'agree', '::1')),
  )
}
