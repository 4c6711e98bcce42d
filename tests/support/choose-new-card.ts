import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { type Buyer, GOOD_CARD } from './buyer.ts'
import { cardInput } from './card-sandbox.ts'
import type { TestShop } from './open-shop.ts'

/** Adds a valid card in the billing portal and makes it the default. */
export async function chooseNewCard(shop: TestShop, ana: Buyer): Promise<void> {
  const portal = await ana.call<{ url: string }>('POST', apiPaths.billingPortal, {})
  const session = portal.body.url.split('/').at(-1) ?? ''
  await ana.call('POST', fillPath(apiPaths.sandboxPortalCards, { id: session }), {
    card: cardInput(GOOD_CARD),
  })
  const [card] = await shop.sql<{ id: string }>(
    `select id from sandbox.objects where type = 'payment_method' and behavior = 'succeeds'
     and customer = (select customer from sandbox.objects where id = $1) order by seq desc`,
    [session],
  )
  await ana.call(
    'PATCH',
    fillPath(apiPaths.sandboxPortalCard, { id: session, card: card?.id ?? '' }),
  )
  await shop.deliverPending()
}
