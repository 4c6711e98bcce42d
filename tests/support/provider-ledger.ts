import Stripe from 'stripe'
import { apiPaths } from '#contract/paths.ts'
import { auditCases } from '#server/modules/cases/index.ts'
import { auditCredit } from '#server/modules/credit/index.ts'
import { auditDeposits } from '#server/modules/deposits/index.ts'
import { auditPrices } from '#server/modules/orders/index.ts'
import { auditBooks } from '#server/modules/payments/index.ts'
import type { TestShop } from './open-shop.ts'

type ProviderIntent = {
  id: string
  status: string
  amount: number
  metadata: Record<string, string>
  [field: string]: unknown
}

type ProviderCharge = { status: string; amount: number; amount_refunded: number }

/** Returns every intent in the provider's ledger, oldest first. */
export async function listProviderIntents(shop: TestShop): Promise<ProviderIntent[]> {
  const rows = await shop.sql<{ data: ProviderIntent }>(
    `select data from sandbox.objects where type = 'payment_intent' order by seq`,
  )
  return rows.map(({ data }) => data)
}

export async function getProviderIntent(shop: TestShop, id: string): Promise<ProviderIntent> {
  const intent = (await listProviderIntents(shop)).find((candidate) => candidate.id === id)
  if (!intent) throw new Error(`the provider has no intent ${id}`)
  return intent
}

/** Returns captured and refunded cents, one entry per successful charge. */
export async function listProviderCharges(shop: TestShop) {
  const rows = await shop.sql<{ data: ProviderCharge }>(
    `select data from sandbox.objects where type = 'charge' order by seq`,
  )
  return rows
    .filter(({ data }) => data.status === 'succeeded')
    .map(({ data }) => ({ amount: data.amount, refunded: data.amount_refunded }))
}

/** Returns the stored status of an order and of its payment, without calling the provider. */
export async function getOrderState(shop: TestShop, orderId: string): Promise<string | undefined> {
  const [row] = await shop.sql<{ state: string }>(
    `select o.status || ' ' || p.status as state from orders o join payments p on p.order_id = o.id
     where o.id = $1`,
    [orderId],
  )
  return row?.state
}

/** The comparisons of `npm run audit`, except those of cycles. */
export async function audit({ deps }: TestShop) {
  const books = await auditBooks(deps)
  const { findings: priceFindings } = await auditPrices(deps.db)
  const { findings: depositFindings } = await auditDeposits(deps.db)
  const { findings: creditFindings } = await auditCredit(deps.db)
  const caseFindings = await auditCases(deps.db)
  const own = [...priceFindings, ...depositFindings, ...creditFindings, ...caseFindings]
  return { ...books, findings: [...books.findings, ...own] }
}

type EventOptions = {
  type?: string
  /** Intent fields to override in the event. */
  intentFields?: object
  id?: string
  /** Signature time in seconds; defaults to the shop's time. */
  signedAt?: number
  secret?: string
  /** Sent instead of the signed payload. */
  body?: string
}

/** Sends an event signed with the shop's webhook secret, as the provider does. */
export async function sendEvent(shop: TestShop, intentId: string, options: EventOptions = {}) {
  const intent = await getProviderIntent(shop, intentId)
  const now = Math.floor(shop.clock.now().getTime() / 1000)
  const payload = JSON.stringify({
    id: options.id ?? `evt_${intentId}_${options.type ?? 'succeeded'}`,
    object: 'event',
    created: now,
    livemode: false,
    type: options.type ?? 'payment_intent.succeeded',
    data: { object: { ...intent, ...options.intentFields } },
  })
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: options.secret ?? (await webhookSecret(shop)),
    timestamp: options.signedAt ?? now,
  })
  const response = await fetch(`${shop.url}${apiPaths.webhook}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: options.body ?? payload,
  })
  return { status: response.status, text: await response.text() }
}

async function webhookSecret(shop: TestShop): Promise<string> {
  const [row] = await shop.sql<{ value: string }>(
    `select value from settings where name = 'webhook_secret'`,
  )
  return row?.value ?? ''
}
