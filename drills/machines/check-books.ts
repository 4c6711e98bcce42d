import { setTimeout as delay } from 'node:timers/promises'
import type { Purchase } from './guests.ts'
import { query } from './postgres.ts'
import { runCommand } from './shop-process.ts'

export type OrderRow = { id: string; email: string; isPaid: boolean }
export type ChargeRow = { email: string; intent: string }

/** Compares what guests were shown with the orders and with the provider's charges. */
export function compareBooks(
  purchases: Pick<Purchase, 'email' | 'orderId'>[],
  orders: OrderRow[],
  charges: ChargeRow[],
) {
  const paid = new Set(orders.filter(({ isPaid }) => isPaid).map(({ id }) => id))
  const lost = purchases.filter(({ orderId }) => !paid.has(orderId))
  const emails = charges.map(({ email }) => email)
  // Each guest buys once, so a second charge is one too many.
  const twice = emails.filter((email, index) => emails.indexOf(email) !== index)
  return { lost: lost.length, chargedTwice: new Set(twice).size }
}

const ORDERS = `select o.id, o.customer_email as email, p.status = 'paid' as "isPaid"
  from orders o join payments p on p.order_id = o.id`

/** The sandbox is the provider; its ledger is in the same database. */
const CHARGES = `select i.data->'metadata'->>'order_id' as "orderId", i.id as intent
  from sandbox.objects c join sandbox.objects i on i.id = c.intent
  where c.type = 'charge' and c.data->>'status' = 'succeeded' and i.type = 'payment_intent'`

const SETTLE_ATTEMPTS = 60

/** Waits until webhooks have arrived, then compares; the audit has to find no difference. */
export async function checkBooks(url: string, purchases: Purchase[]) {
  let compared = await compareNow(url, purchases)
  for (let attempt = 0; compared.lost > 0 && attempt < SETTLE_ATTEMPTS; attempt++) {
    await delay(1_000)
    compared = await compareNow(url, purchases)
  }
  return { ...compared, ...runAudit({ env: { DATABASE_URL: url } }) }
}

const SHOWN_FINDINGS = 4
/** `I10 pi_1: paid here, not at provider`, unlike the totals above it. */
const FINDING = /^(I\d+|rule \d+) [^:]+: /

type Audit = { code: number | null; output: string }

/** The last line of the audit and its first findings. */
export function readAudit({ code, output }: Audit) {
  const lines = output.trim().split('\n')
  const findings = lines.filter((line) => FINDING.test(line))
  const audit = [lines.at(-1), ...findings.slice(0, SHOWN_FINDINGS)].join('\n      ')
  return { isClean: code === 0, audit }
}

export const runAudit = (options: Parameters<typeof runCommand>[1]) =>
  readAudit(runCommand('audit', options))

async function compareNow(url: string, purchases: Purchase[]) {
  const orders = await query<OrderRow>(url, ORDERS)
  const emails = new Map(orders.map(({ id, email }) => [id, email]))
  const rows = await query<{ orderId: string | null; intent: string }>(url, CHARGES)
  const charges = rows.map(({ orderId, intent }) => ({
    intent,
    email: emails.get(orderId ?? '') ?? `intent ${intent} without an order`,
  }))
  const strays = charges.filter(({ email }) => email.endsWith('without an order')).length
  return { ...compareBooks(purchases, orders, charges), strays, orders: orders.length }
}
