import type { ChildProcess } from 'node:child_process'
import { sendRequest } from '../../child.ts'
import type { LoadRequest } from '../../load.ts'
import { withCpu } from '../../measure-server.ts'
import type { Outcome } from '../../repeat.ts'
import type { Shop } from '../../shop.ts'
import { warmUp } from '../../warm-up.ts'
import type { CheckoutPair } from '../result.ts'

const PAIRS = 5
const CLIENTS = 8

/** Guests check out in both shops in turn. */
export async function measureCheckouts(
  load: ChildProcess,
  shops: { small: Shop; large: Shop },
  seconds: number,
): Promise<CheckoutPair[]> {
  const measure = (shop: Shop, time = seconds) =>
    withCpu(shop.cpuMs, () => {
      const { port, product } = shop
      const options = { concurrency: CLIENTS, seconds: time, maxRequests: 20_000 }
      return sendRequest<Outcome>(load, {
        kind: 'checkout',
        port,
        product,
        ...options,
      } as LoadRequest)
    })
  for (const shop of [shops.small, shops.large])
    await warmUp(async () => (await measure(shop, 1)).cpuMsPerOperation)
  const pairs: CheckoutPair[] = []
  while (pairs.length < PAIRS)
    pairs.push({ small: await measure(shops.small), large: await measure(shops.large) })
  return pairs
}
