import Stripe from 'stripe'
import { apiPaths } from '#contract/paths.ts'
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

/** Every intent in the provider's own ledger, oldest first. */
export async function listProviderIntents(shop: TestShop): Promise<ProviderIntent[]> {
  const rows = await shop.sql<{ data: ProviderIntent }>(
    `select data from sandbox.objects where type = 'payment_intent' order by seq`,
  )
  return rows.map(({ data }) => data)
}

export async function getProviderIntent(shop: TestShop, id: string): Promise<ProviderIntent> {
  const found = (await listProviderIntents(shop)).find((intent) => intent.id === id)
  if (!found) throw new Error(`the provider knows no ${id}`)
  return found
}

/** What was taken and what went back, in cents, one entry per successful charge. */
export async function listProviderCharges(shop: TestShop) {
  const rows = await shop.sql<{ data: ProviderCharge }>(
    `select data from sandbox.objects where type = 'charge' order by seq`,
  )
  return rows
    .filter(({ data }) => data.status === 'succeeded')
    .map(({ data }) => ({ amount: data.amount, refunded: data.amount_refunded }))
}

/** An order's status and its payment's, as our own tables have them: nobody is asked. */
export async function getOrderState(shop: TestShop, orderId: string): Promise<string | undefined> {
  const [row] = await shop.sql<{ state: string }>(
    `select o.status || ' ' || p.status as state from orders o join payments p on p.order_id = o.id
     where o.id = $1`,
    [orderId],
  )
  return row?.state
}

export const audit = (shop: TestShop) => auditBooks(shop.deps)

type EventOptions = {
  type?: string
  /** Fields of the intent that the message claims to be otherwise. */
  intentFields?: object
  id?: string
  /** When it is signed, in seconds; the shop's own time unless told. */
  signedAt?: number
  secret?: string
  /** Sent in place of what was signed. */
  body?: string
}

/** A message as only the provider can make it: signed with the shop's own webhook secret. */
export async function sendEvent(shop: TestShop, intentId: string, wish: EventOptions = {}) {
  const intent = await getProviderIntent(shop, intentId)
  const now = Math.floor(shop.clock.now().getTime() / 1000)
  const payload = JSON.stringify({
    id: wish.id ?? `evt_${intentId}_${wish.type ?? 'succeeded'}`,
    object: 'event',
    created: now,
    livemode: false,
    type: wish.type ?? 'payment_intent.succeeded',
    data: { object: { ...intent, ...wish.intentFields } },
  })
  const signature = Stripe.webhooks.generateTestHeaderString({
    payload,
    secret: wish.secret ?? (await webhookSecret(shop)),
    timestamp: wish.signedAt ?? now,
  })
  const answer = await fetch(`${shop.url}${apiPaths.webhook}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    body: wish.body ?? payload,
  })
  return { status: answer.status, text: await answer.text() }
}

async function webhookSecret(shop: TestShop): Promise<string> {
  const [row] = await shop.sql<{ value: string }>(
    `select value from settings where name = 'webhook_secret'`,
  )
  return row?.value ?? ''
}
