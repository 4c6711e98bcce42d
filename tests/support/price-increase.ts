import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { Subscription } from '#contract/subscriptions/subscriptions.ts'
import type { TestShop } from './open-shop.ts'
import { customerBrowser, staffBrowser } from './sign-in.ts'
import { subscribe } from './subscriber.ts'

/** A shop whose customer gets two bottles at $8.99 every Thursday, from March 12 on. */
export async function openPriceIncrease(shop: TestShop) {
  const [spring, other] = shop.products
  if (!spring || !other) throw new Error('the shop has too few products')
  const ana = await customerBrowser(shop)
  const staff = await staffBrowser(shop)
  const { id } = await subscribe(shop, { browser: ana })
  const path = fillPath(apiPaths.adminProductPrice, { id: spring.id })

  const schedule = async (price: string, validFrom?: string) => {
    const { body } = await staff.call('POST', path, { price, validFrom })
    await runPriceJob(shop)
    return body
  }
  const view = async () => {
    const { body } = await ana.call<Subscription[]>('GET', apiPaths.subscriptions)
    const [subscription] = body
    if (!subscription) throw new Error('the customer has no subscription')
    return subscription
  }
  const scheduledPriceId = async () => {
    const [row] = await shop.sql<{ id: number }>(
      'select id::int from product_prices where withdrawn_at is null order by id desc limit 1',
    )
    return row?.id ?? 0
  }
  const withdraw = async (priceId: number) =>
    staff.call(
      'DELETE',
      fillPath(apiPaths.adminScheduledPrice, { id: spring.id, priceId: String(priceId) }),
    )
  return { shop, id, ana, staff, spring, other, schedule, view, scheduledPriceId, withdraw }
}

/** Asks about prices, and sends the emails. */
export async function runPriceJob(shop: TestShop): Promise<void> {
  await shop.runJob('subscription.askAboutPrices')
  await shop.deliverPending()
}

export const priceEmails = async (shop: TestShop) =>
  (await shop.mailbox()).filter(({ subject }) => /price/i.test(subject))

/** The token of the links in the newest email about a price increase. */
export async function priceToken(shop: TestShop): Promise<string> {
  const email = (await priceEmails(shop)).find(({ text }) => text.includes('/price-changes/'))
  return /\/price-changes\/([\w.-]+)/.exec(email?.text ?? '')?.[1] ?? ''
}
