import { apiPaths } from '#contract/paths.ts'
import { openStripe } from './adapters/stripe/open-stripe.ts'
import { hasDemoAccount, hasDemoData } from './demo/assert-no-demo-data.ts'
import type { Deps } from './deps.ts'
import type { SetupState } from './modules/backoffice/index.ts'

type PortalState = Awaited<ReturnType<SetupState['billingPortal']>>

const TIMEOUT_MS = 3_000
const KNOWN_MS = 5 * 60_000
const UNKNOWN_MS = 30_000

/** Configuration for the checklist. Stripe is called at most every few minutes. */
export function createSetupState({ config, livemode, account, clock, db }: Deps): SetupState {
  const { payments, publicUrl, smtp } = config
  let portal: { state: Promise<PortalState>; until: number } | undefined
  return {
    cards: payments.provider === 'sandbox' ? 'sandbox' : livemode ? 'live' : 'test',
    isAccountKnown: account !== undefined && !account.endsWith(':'),
    webhookUrl: `${publicUrl}${apiPaths.webhook}`,
    hasMailServer: smtp !== undefined,
    hasDemoData: async () => (await hasDemoData(db)) || (await hasDemoAccount(db)),
    async billingPortal() {
      const now = clock.now().getTime()
      if (!portal || portal.until <= now) {
        // Requests at the same moment share one call.
        const state = readPortal(payments)
        portal = { state, until: now + KNOWN_MS }
        if ((await state) === 'unknown') portal = { state, until: now + UNKNOWN_MS }
      }
      return portal.state
    },
  }
}

async function readPortal(payments: Deps['config']['payments']): Promise<PortalState> {
  if (payments.provider !== 'stripe') return 'configured'
  try {
    const { data } = await openStripe(payments).billingPortal.configurations.list(
      { active: true, limit: 1 },
      { timeout: TIMEOUT_MS, maxNetworkRetries: 0 },
    )
    return data.length > 0 ? 'configured' : 'missing'
  } catch {
    return 'unknown'
  }
}
