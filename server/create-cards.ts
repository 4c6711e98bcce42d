import type { Pool } from 'pg'
import { apiPaths } from '#contract/paths.ts'
import { openSandbox, type Sandbox } from './adapters/sandbox/open-sandbox.ts'
import { stripeCards } from './adapters/stripe/stripe-cards.ts'
import type { Config } from './config/config.ts'
import { openDatabase } from './db/client.ts'
import { getOrCreateSetting } from './db/settings.ts'
import type { CardProvider, TestBillingPortal, TestCardForm } from './modules/payments/index.ts'
import { readProviderAccount } from './provider-account.ts'
import type { Clock, Log, Random } from './runtime.ts'

export type Cards = {
  cards: CardProvider
  livemode: boolean
  /** Mode and account of the key: references of another one are not used. */
  account: string
  /** Present with the sandbox, whose form and portal are part of our own pages. */
  testPages: { form: TestCardForm; portal: TestBillingPortal } | undefined
  sandbox: Sandbox | undefined
  setOrigin(origin: string): void
  close(): Promise<void>
}

const SANDBOX_POOL_SIZE = 6

type Runtime = { clock: Clock; random: Random; log: Log }

/** Stripe, or the embedded sandbox behind the very same adapter (rule 9). */
export async function createCards(
  { payments, publicUrl, shop }: Config,
  world: Runtime,
  { url, pool }: { url: string; pool: Pool },
): Promise<Cards> {
  if (payments.provider === 'stripe') {
    const cards = stripeCards({ ...payments, shopName: shop.name })
    const livemode = /^(sk|rk)_live_/.test(payments.secretKey)
    return {
      cards,
      livemode,
      account: await readProviderAccount(pool, world, cards, { ...payments, livemode }),
      testPages: undefined,
      sandbox: undefined,
      setOrigin: () => {},
      close: async () => {},
    }
  }
  const { clock, random } = world
  const secretKey = await getOrCreateSetting(
    pool,
    clock,
    'sandbox_key',
    () => `sk_test_${random.token(24)}`,
  )
  const webhookSecret = await getOrCreateSetting(
    pool,
    clock,
    'webhook_secret',
    () => `whsec_${random.token(24)}`,
  )
  let origin = publicUrl
  // Connections of its own: a provider must be able to answer while the shop's are all in use.
  const own = openDatabase(url, { poolSize: SANDBOX_POOL_SIZE, log: world.log })
  const sandbox = await openSandbox({
    ...world,
    pool: own.pool,
    secretKey,
    publicUrl,
    webhook: { url: () => `${origin}${apiPaths.webhook}`, secret: webhookSecret },
  })
  return {
    cards: stripeCards({
      secretKey,
      webhookSecret,
      apiBase: sandbox.apiBase,
      shopName: shop.name,
    }),
    livemode: false,
    account: 'test:sandbox',
    testPages: { form: sandbox.browser, portal: sandbox.portal },
    sandbox,
    setOrigin: (listening) => {
      origin = listening
    },
    async close() {
      await sandbox.close()
      await own.close()
    },
  }
}
