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
  /** Mode and account of the key; ids of another account are ignored. */
  account: string
  /** Set for the sandbox, whose card form and portal are pages of this shop. */
  testPages: { form: TestCardForm; portal: TestBillingPortal } | undefined
  sandbox: Sandbox | undefined
  setOrigin(origin: string): void
  close(): Promise<void>
}

const SANDBOX_POOL_SIZE = 6

type Runtime = { clock: Clock; random: Random; log: Log }

/** Creates the Stripe adapter, for Stripe or for the embedded sandbox (rule 9). */
export async function createCards(
  { payments, publicUrl }: Config,
  runtime: Runtime,
  { url, pool, shopName }: { url: string; pool: Pool; shopName: string },
): Promise<Cards> {
  if (payments.provider === 'stripe') {
    const cards = stripeCards({ ...payments, shopName })
    const livemode = /^(sk|rk)_live_/.test(payments.secretKey)
    return {
      cards,
      livemode,
      account: await readProviderAccount(pool, runtime, cards, { ...payments, livemode }),
      testPages: undefined,
      sandbox: undefined,
      setOrigin: () => {},
      close: async () => {},
    }
  }
  const { clock, random } = runtime
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
  // Uses a separate pool, so that the sandbox responds while the shop's pool is exhausted.
  const sandboxDb = openDatabase(url, { poolSize: SANDBOX_POOL_SIZE, log: runtime.log })
  const sandbox = await openSandbox({
    ...runtime,
    pool: sandboxDb.pool,
    secretKey,
    publicUrl,
    webhook: { url: () => `${origin}${apiPaths.webhook}`, secret: webhookSecret },
  })
  return {
    cards: stripeCards({
      secretKey,
      webhookSecret,
      apiBase: sandbox.apiBase,
      shopName,
    }),
    livemode: false,
    account: 'test:sandbox',
    testPages: { form: sandbox.browser, portal: sandbox.portal },
    sandbox,
    setOrigin: (listeningOrigin) => {
      origin = listeningOrigin
    },
    async close() {
      await sandbox.close()
      await sandboxDb.close()
    },
  }
}
