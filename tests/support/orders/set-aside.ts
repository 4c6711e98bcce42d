import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import type { SetAsidePayment } from '#contract/payments/set-aside.ts'
import type { Alert } from '#contract/staff/alerts.ts'
import { intentIdFrom } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { staffBrowser } from '#tests/support/sign-in.ts'

export const MINUTE_MS = 60_000

export const MAX_ATTEMPTS = 7

/** Makes the handler of paid orders throw for one order, and counts its calls. */
export function breakHandler(shop: TestShop, brokenId: () => string) {
  const { handlers } = shop.deps
  const { paid, paidWithoutSubscription } = handlers
  const state = { calls: 0, isBroken: true }
  const guard = (handler: typeof paid): typeof paid => {
    return (tx, orderId) => {
      if (orderId !== brokenId() || !state.isBroken) return handler(tx, orderId)
      state.calls += 1
      throw new Error('the calendar has no such day')
    }
  }
  handlers.paid = guard(paid)
  handlers.paidWithoutSubscription = guard(paidWithoutSubscription)
  return state
}

/** Creates a payment whose webhooks are lost and whose handler throws. */
export async function brokenOrder(change: object = {}) {
  const shop = await openShop()
  let brokenId = ''
  const handler = breakHandler(shop, () => brokenId)
  const ana = shop.buyer()
  const { clientSecret } = (await ana.startCheckout()).body
  const { orderId } = (await ana.place(ana.submission(change))).body
  brokenId = orderId
  shop.deps.sandbox?.faults.nextWebhook('*', 'lose', 99)
  await ana.confirm(clientSecret)
  return { shop, ana, orderId, intentId: intentIdFrom(clientSecret), handler }
}

/** Runs reconciliation as the job does, every five minutes. */
export async function reconcileFor(shop: TestShop, minutes: number) {
  for (let elapsed = 0; elapsed < minutes; elapsed += 5) {
    shop.clock.advance(5 * MINUTE_MS)
    await shop.runJob('payment.reconcile')
  }
}

export async function staffActions(shop: TestShop) {
  const staff = await staffBrowser(shop)
  const act = (path: string, id: string) =>
    staff.call<{ outcome?: string; amount?: string; code?: string; message: string }>(
      'POST',
      fillPath(path, { id }),
    )
  return {
    list: async () => (await staff.call<SetAsidePayment[]>('GET', apiPaths.adminSetAside)).body,
    alerts: async () =>
      (await staff.call<Alert[]>('GET', apiPaths.adminAlerts)).body
        .filter(({ endedAt }) => endedAt === null)
        .map(({ kind, subject }) => `${kind} ${subject}`),
    retry: (id: string) => act(apiPaths.adminSetAsideRetry, id),
    refund: (id: string) => act(apiPaths.adminSetAsideRefund, id),
  }
}
