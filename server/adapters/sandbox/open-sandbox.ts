import type { AddressInfo } from 'node:net'
import type { Pool } from 'pg'
import type { Clock, Log, Random } from '#server/runtime.ts'
import { accountRoutes } from './api/account-api.ts'
import { balanceRoutes } from './api/balance-api.ts'
import { customerRoutes } from './api/customers-api.ts'
import { eventRoutes } from './api/events-api.ts'
import { paymentIntentRoutes } from './api/payment-intents-api.ts'
import { paymentMethodRoutes } from './api/payment-methods-api.ts'
import { portalRoutes } from './api/portal-api.ts'
import { failRefund, refundRoutes } from './api/refunds-api.ts'
import { setupIntentRoutes } from './api/setup-intents-api.ts'
import { adjustBalance, failPayout } from './balance/balance.ts'
import { type SandboxBrowser, sandboxBrowser } from './browser.ts'
import { closeDispute, disputeRoutes, openDispute, warnOfFraud } from './disputes.ts'
import { Faults } from './faults.ts'
import { apiServer } from './http-server.ts'
import { Ledger } from './ledger.ts'
import { type SandboxPortal, sandboxPortal } from './portal.ts'
import { Webhooks, type WebhookTarget } from './webhooks.ts'

type SandboxOptions = {
  pool: Pool
  clock: Clock
  random: Random
  log: Log
  /** The only accepted API key. */
  secretKey: string
  webhook: WebhookTarget
  /** Base URL of the shop, which has the billing portal's page. */
  publicUrl: string
  /** A free port is used if this is not set. */
  port?: number
}

export type Sandbox = {
  /** Scheme, host and port, for the SDK. */
  apiBase: string
  secretKey: string
  browser: SandboxBrowser
  portal: SandboxPortal
  faults: Faults
  /** Sends every webhook that is in flight or due. */
  deliverDue(): Promise<void>
  failRefund(intentId: string): Promise<void>
  openDispute(intentId: string): Promise<string>
  closeDispute(intentId: string, won: boolean): Promise<void>
  warnOfFraud(intentId: string): Promise<string>
  /** The bank returns a payout. */
  failPayout(payoutId: string): Promise<void>
  /** A fee or a correction that belongs to no payment. Returns its id. */
  adjustBalance(change: { category: 'fee' | 'other_adjustment'; amount: number }): Promise<string>
  close(): Promise<void>
}

const SEND_INTERVAL_MS = 5_000
const PURGE_INTERVAL_MS = 600_000

/** Starts a card provider with Stripe's API on a loopback port. Its state is in PostgreSQL. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { secretKey, log, publicUrl } = options
  const faults = new Faults()
  const webhooks = new Webhooks({ ...options, faults }, options.webhook)
  const ledger = new Ledger(options, webhooks.enqueue)
  const routes = {
    ...customerRoutes(ledger),
    ...portalRoutes(ledger, { publicUrl, faults }),
    ...accountRoutes(ledger),
    ...paymentIntentRoutes(ledger),
    ...setupIntentRoutes(ledger),
    ...paymentMethodRoutes(ledger),
    ...refundRoutes(ledger),
    ...disputeRoutes(ledger),
    ...eventRoutes(ledger),
    ...balanceRoutes(ledger, options.pool),
  }
  const browser = sandboxBrowser(ledger, secretKey)
  const { server, stop } = apiServer({ routes, ledger, faults, secretKey, log })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port ?? 0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo

  const sending = runEvery(SEND_INTERVAL_MS, () => webhooks.sendDue(), log)
  const purging = runEvery(PURGE_INTERVAL_MS, () => ledger.purgeOldKeys(), log)

  return {
    apiBase: `http://127.0.0.1:${port}`,
    secretKey,
    browser,
    portal: sandboxPortal(ledger, browser),
    faults,
    deliverDue: () => webhooks.deliverDue(),
    failRefund: (intentId) => failRefund(ledger, intentId),
    openDispute: (intentId) => openDispute(ledger, intentId),
    closeDispute: (intentId, won) => closeDispute(ledger, intentId, won),
    warnOfFraud: (intentId) => warnOfFraud(ledger, intentId),
    failPayout: (payoutId) => failPayout(options.pool, ledger, payoutId),
    adjustBalance: (change) => adjustBalance(options.pool, ledger, change),
    close: async () => {
      clearInterval(sending)
      clearInterval(purging)
      stop.abort()
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
      await webhooks.close()
    },
  }
}

/** Runs work at an interval, one run at a time, without keeping the process alive. */
function runEvery(milliseconds: number, work: () => Promise<void>, log: Log): NodeJS.Timeout {
  let busy = false
  const turn = async () => {
    if (busy) return
    busy = true
    await work().catch((error) => log.error({ err: error }, 'sandbox housekeeping failed'))
    busy = false
  }
  return setInterval(() => void turn(), milliseconds).unref()
}
