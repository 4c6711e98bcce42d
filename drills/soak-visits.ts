import { setTimeout as delay } from 'node:timers/promises'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { DEMO_ADMIN } from '#server/config/environment.ts'
import { newBuyer } from '#tests/support/buyer.ts'
import { addCount } from './figures.ts'
import type { Guests } from './machines/guests.ts'
import type { ShopProcess } from './machines/shop-process.ts'

const DAY_MS = 86_400_000
/** How many kinds of visits there are. */
export const VISIT_KINDS = 4

export type Visits = {
  /** Visits that ended as expected, by kind. */
  done: Map<string, number>
  /** The others, by kind and status. */
  failed: Map<string, number>
  stop(): Promise<void>
}

type VisitOptions = { guests: Guests; now(): number; pauseMs: number }

/** Other traffic of a shop: staff refund, guests leave before they pay, cards are declined, customers log in. */
export function sendVisits(shop: ShopProcess, { guests, now, pauseMs }: VisitOptions): Visits {
  const done = new Map<string, number>()
  const failed = new Map<string, number>()
  let isStopping = false
  let refunded = 0
  let serial = 0

  const buyer = () => newBuyer(shop.url, shop.products)

  async function placeOrder() {
    const browser = buyer()
    serial += 1
    const started = await browser.startCheckout()
    const placed = await browser.place(
      browser.submission({
        customerEmail: `visitor-${serial}@example.com`,
        deliveryDate: new Date(now() + 3 * DAY_MS).toISOString().slice(0, 10),
      }),
    )
    return { browser, placed, secret: placed.body.clientSecret ?? started.body.clientSecret }
  }

  /** Each returns the status of its last answer, or undefined if there was nothing to do. */
  const kinds: Record<string, () => Promise<number | undefined>> = {
    'left unpaid': async () => (await placeOrder()).placed.status,
    async declined() {
      const { browser, secret } = await placeOrder()
      const { status, body } = await browser.confirm(secret, '4000000000000002')
      return status === 200 && body.status === 'succeeded' ? 0 : 200
    },
    async 'login link'() {
      const email = guests.purchases.at(-1)?.email
      if (!email) return undefined
      return (await buyer().call('POST', apiPaths.magicLink, { email })).status
    },
    async refunded() {
      const purchase = guests.purchases[refunded]
      if (!purchase) return undefined
      // A session is confirmed for a quarter of an hour, which is a second here.
      const staff = buyer()
      await staff.call('POST', apiPaths.adminLogin, DEMO_ADMIN)
      const path = fillPath(apiPaths.adminOrderRefund, { id: purchase.orderId })
      const { status } = await staff.call('POST', path, { reason: 'Not at home' })
      // On a busy machine that second was over.
      if (status === 403) return undefined
      refunded += 1
      return status
    },
  }

  async function keepVisiting(kind: string, visit: () => Promise<number | undefined>) {
    while (!isStopping) {
      const status = await visit().catch(() => 0)
      if (status !== undefined && status >= 200 && status < 300) addCount(done, kind)
      else if (status !== undefined) addCount(failed, `${kind} ${status || 'no answer'}`)
      await delay(pauseMs)
    }
  }

  const all = Promise.all(Object.entries(kinds).map(([kind, visit]) => keepVisiting(kind, visit)))
  return {
    done,
    failed,
    async stop() {
      isStopping = true
      await all
    },
  }
}
