import type { ErasurePreview } from '#contract/identity.ts'
import { apiPaths } from '#contract/paths.ts'
import { openShop, type TestShop } from '../open-shop.ts'
import { customerBrowser } from '../sign-in.ts'

/** Ana's paid order for 5 March 2026; the clock is at 10:00 on 2 March in the shop. */
export async function shopWithPaidOrder() {
  const shop = await openShop()
  const { orderId } = await shop.buyer().buy()
  await shop.deliverPending()
  return { shop, orderId }
}

export async function signIn(shop: TestShop) {
  const ana = await customerBrowser(shop)
  const erase = () => ana.call('DELETE', apiPaths.personalData)
  const preview = async () => (await ana.call<ErasurePreview>('GET', apiPaths.erasurePreview)).body
  return { ana, erase, preview }
}
