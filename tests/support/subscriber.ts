import type { Buyer } from './buyer.ts'
import { GOOD_CARD } from './buyer.ts'
import type { TestShop } from './open-shop.ts'

export type CycleState = {
  cycle: number
  date: string
  status: string
  reason: string | null
  failed_attempts: number
  order_id: string | null
  due_at: Date | null
  hold_at: Date | null
}

type SubscribeOptions = Record<string, unknown> & { card?: string; browser?: Buyer }

/** Creates a subscription and pays the first delivery, by default on 5 March 2026. */
export async function subscribe(
  shop: TestShop,
  { card = GOOD_CARD, browser, ...submission }: SubscribeOptions = {},
) {
  const buyer = browser ?? shop.buyer()
  const body = buyer.submission({ isRecurring: true, recurringFrequency: 'weekly', ...submission })
  const { orderId } = await buyer.buy(body, card)
  await shop.deliverPending()
  return { id: orderId, buyer }
}

/** Runs the background jobs for everything that is due now. */
export async function runEngine(shop: TestShop): Promise<void> {
  await shop.runJob('delivery.createOrders')
  await shop.runJob('delivery.charge')
  await shop.deliverPending()
  await shop.runJob('refund.send')
  await shop.deliverPending()
}

/** Runs the engine once on each of these days. */
export async function runOnDays(shop: TestShop, ...days: string[]): Promise<void> {
  for (const day of days) {
    shop.clock.set(`${day}T12:00:00Z`)
    await runEngine(shop)
  }
}

export const getCycles = (shop: TestShop, id: string) =>
  shop.sql<CycleState>('select * from cycles where subscription_id = $1 order by cycle', [id])

/** Returns captured minus refunded cents of each successful charge in the provider's ledger. */
export async function capturedCents(shop: TestShop): Promise<number[]> {
  const rows = await shop.sql<{ cents: number }>(
    `select (data->>'amount')::int - coalesce((data->>'amount_refunded')::int, 0) as cents
     from sandbox.objects where type = 'charge' and data->>'status' = 'succeeded' order by created, id`,
  )
  return rows.map(({ cents }) => cents)
}

export const emailsOfKind = (shop: TestShop, kind: string) =>
  shop.sql<{ id: string }>('select id from emails where kind = $1', [kind])
