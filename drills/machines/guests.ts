import { setTimeout as delay } from 'node:timers/promises'
import { newBuyer } from '#tests/support/buyer.ts'
import { addCount } from '../figures.ts'
import type { ShopProcess } from './shop-process.ts'

export type Purchase = {
  email: string
  orderId: string
  deliveryDate: string
  /** When the shop acknowledged the payment, in ms of `performance.now()`. */
  paidAt: number
  process: number
}

export type Guests = {
  purchases: Purchase[]
  /** Answers other than success by `status code`, and `no answer`. */
  rejections: Map<string, number>
  /** Ends after the purchases under way, or after the limit. */
  stop(): Promise<void>
}

type GuestOptions = {
  count: number
  /** The shop's date, for delivery dates. */
  now?: () => number
  /** Days until the delivery. */
  leadDays?: number
  pauseMs?: number
  /** Buys a bottle every week. */
  isRecurring?: boolean
  /** Starts the email addresses of these guests. */
  name?: string
}

const DAY_MS = 86_400_000
const RETRY_MS = 250
const STOP_LIMIT_MS = 30_000

/** Guests who buy one bottle after the other, each with an address of their own, and try again. */
export function sendGuests(shops: ShopProcess[], options: GuestOptions): Guests {
  const {
    count,
    now = Date.now,
    leadDays = 3,
    pauseMs = 0,
    isRecurring = false,
    name = 'guest',
  } = options
  const purchases: Purchase[] = []
  const rejections = new Map<string, number>()
  let isStopping = false
  let serial = 0

  const reject = (what: string) => addCount(rejections, what)

  /** A browser repeats a request that failed, with the same cookies. */
  async function attempt<T extends { status: number; body: unknown }>(
    send: () => Promise<T>,
  ): Promise<T | undefined> {
    const giveUpAt = performance.now() + STOP_LIMIT_MS
    for (;;) {
      const answer = await send().catch(() => undefined)
      if (answer && answer.status < 300) return answer
      reject(answer ? nameAnswer(answer) : 'no answer')
      if (answer && answer.status < 500 && answer.status !== 429) return undefined
      if (isStopping && performance.now() > giveUpAt) return undefined
      await delay(RETRY_MS)
    }
  }

  async function buyOnce(index: number): Promise<void> {
    const shop = shops[index] as ShopProcess
    const buyer = newBuyer(shop.url, shop.products)
    serial += 1
    const email = `${name}-${serial}@example.com`
    const deliveryDate = new Date(now() + leadDays * DAY_MS).toISOString().slice(0, 10)
    const order = buyer.submission({
      customerEmail: email,
      deliveryDate,
      isRecurring,
      ...(isRecurring && { recurringFrequency: 'weekly' }),
    })
    const started = await attempt(() => buyer.startCheckout())
    if (!started) return
    const placed = await attempt(() => buyer.place(order))
    if (!placed) return
    const secret = placed.body.clientSecret ?? started.body.clientSecret
    const paid = await attempt(() => buyer.confirm(secret))
    if (paid?.body.status !== 'succeeded') return
    const { orderId } = placed.body
    purchases.push({ email, orderId, deliveryDate, paidAt: performance.now(), process: index })
  }

  async function keepBuying(nth: number): Promise<void> {
    while (!isStopping) {
      await buyOnce(nth % shops.length)
      await delay(pauseMs)
    }
  }

  const all = Promise.all(Array.from({ length: count }, (_, nth) => keepBuying(nth)))
  return {
    purchases,
    rejections,
    async stop() {
      isStopping = true
      await Promise.race([all, delay(STOP_LIMIT_MS + 5_000)])
    },
  }
}

function nameAnswer({ status, body }: { status: number; body: unknown }): string {
  const { code } = (body ?? {}) as { code?: string }
  return `${status} ${code ?? ''}`.trim()
}
