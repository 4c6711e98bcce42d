import type { Buyer } from './buyer.ts'
import { GOOD_CARD } from './buyer.ts'
import type { TestShop } from './open-shop.ts'

export type CycleState = {
  cycle: number
  date: string
  status: string
  reason: string | null
  tries: number
  order_id: string | null
  due_at: Date | null
  held_at: Date | null
}

type SubscribeOptions = Record<string, unknown> & { card?: string; browser?: Buyer }

/** Somebody who has subscribed and paid the first delivery, on 5 March 2026 unless told otherwise. */
export async function subscribe(
  shop: TestShop,
  { card = GOOD_CARD, browser, ...wish }: SubscribeOptions = {},
) {
  const buyer = browser ?? shop.buyer()
  const body = buyer.submission({ isRecurring: true, recurringFrequency: 'weekly', ...wish })
  const { orderId } = await buyer.buy(body, card)
  await shop.deliverPending()
  return { id: orderId, buyer }
}

/** Everything that is due by itself at this moment, as the sweeps would do it. */
export async function runEngine(shop: TestShop): Promise<void> {
  await shop.runJob('delivery.plan')
  await shop.runJob('delivery.charge')
  await shop.deliverPending()
  await shop.runJob('refund.send')
  await shop.deliverPending()
}

export const getCycles = (shop: TestShop, id: string) =>
  shop.sql<CycleState>('select * from cycles where subscription_id = $1 order by cycle', [id])

/** What the provider's ledger holds: charges that succeeded, less what was given back. */
export async function capturedCents(shop: TestShop): Promise<number[]> {
  const rows = await shop.sql<{ cents: number }>(
    `select (data->>'amount')::int - coalesce((data->>'amount_refunded')::int, 0) as cents
     from sandbox.objects where type = 'charge' and data->>'status' = 'succeeded' order by created, id`,
  )
  return rows.map(({ cents }) => cents)
}
