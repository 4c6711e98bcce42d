import type { Pool } from 'pg'
import { apiPaths } from '#contract/paths.ts'
import { accountOf } from './account-of.ts'
import { openSandbox, type Sandbox } from './adapters/sandbox/open-sandbox.ts'
import { stripeCards } from './adapters/stripe/stripe-cards.ts'
import type { Config } from './config.ts'
import { openDatabase } from './db/client.ts'
import { settingOf } from './db/settings.ts'
import type { CardProvider, TestBillingPortal, TestCardForm } from './modules/payments/index.ts'
import type { Clock, Log, Random } from './world.ts'

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

type World = { clock: Clock; random: Random; log: Log }

/** Stripe, or the embedded sandbox behind the very same adapter (rule 9). */
export async function openCards(
  { payments, publicUrl, shop }: Config,
  world: World,
  { url, pool }: { url: string; pool: Pool },
): Promise<Cards> {
  if (payments.provider === 'stripe') {
    const cards = stripeCards({ ...payments, shopName: shop.name })
    const livemode = /^(sk|rk)_live_/.test(payments.secretKey)
    return {
      cards,
      livemode,
      account: await accountOf(pool, world, cards, { ...payments, livemode }),
      testPages: undefined,
      sandbox: undefined,
      setOrigin: () => {},
      close: async () => {},
    }
  }
  const { clock, random } = world
  const secretKey = await settingOf(pool, clock, 'sandbox_key', () => `sk_test_${random.token(24)}`)
  const webhookSecret = await settingOf(
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
