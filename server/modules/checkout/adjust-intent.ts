import { eq } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { OrderDraft } from '#server/modules/orders/index.ts'
import {
  type AdmittedClient,
  type CardIntent,
  CardProviderError,
  callProvider,
  findIntent,
  recordIntent,
  settleForBuyer,
  withProviderCustomer,
} from '#server/modules/payments/index.ts'
import type { CheckoutDeps } from './deps.ts'
import type { CheckoutRow } from './queries.ts'
import { checkouts } from './tables.ts'

type Draft = Pick<OrderDraft, 'details'> & { isNewCustomer: boolean; dueCents: number }

type Terms = { amountCents: number; orderId: string; customerRef: string; saveCard: boolean }

/**
 * Updates the checkout's intent to the order's terms, before the browser can confirm it. An intent
 * that is already paid is settled instead; one that cannot be updated is replaced.
 */
export async function adjustIntent(
  deps: CheckoutDeps,
  checkout: CheckoutRow,
  { details, dueCents, isNewCustomer }: Draft,
  hash: string,
  client: AdmittedClient,
): Promise<CardIntent | 'settled'> {
  const { intentId, orderId } = checkout
  const { customerId, customerEmail, customerName, isRecurring } = details
  if (!intentId || !customerId) throw new Failure('checkout_ended')
  const customer = {
    id: customerId,
    email: customerEmail ?? '',
    name: customerName ?? '',
    isNew: isNewCustomer,
  }
  // The provider customer's row may be lost in a crash; the order's commit makes it durable.
  const asyncCommitDeps = { ...deps, db: deps.asyncCommitDb }
  return withProviderCustomer(asyncCommitDeps, customer, async (customerRef) => {
    const terms = { amountCents: dueCents, orderId, customerRef, saveCard: isRecurring }
    const updated = await tryUpdate(deps, intentId, terms)
    if (updated) return updated
    if (await wasPaid(deps, intentId)) return 'settled'
    return replaceIntent(deps, checkout, terms, hash, client)
  })
}

/** Returns undefined if the provider does not allow this update of the intent. */
async function tryUpdate(deps: CheckoutDeps, intentId: string, terms: Terms) {
  try {
    return await callProvider(() => deps.cards.updateIntent(intentId, terms, 'interactive'))
  } catch (err) {
    if (!(err instanceof CardProviderError)) throw err
    if (err.kind !== 'state' && err.missing !== 'intent') throw err
    deps.log.info({ intentId, err }, 'intent not updated')
    return undefined
  }
}

/** Settles a paid intent. Returns false if it had no order and is refunded: it must be replaced. */
async function wasPaid(deps: CheckoutDeps, intentId: string): Promise<boolean> {
  const intent = await callProvider(() => findIntent(deps, intentId, 'interactive'))
  if (!intent) return false
  if (intent.state !== 'succeeded' && intent.state !== 'processing') return false
  await settleForBuyer(deps, intentId)
  return hasOrder(deps, intentId)
}

async function hasOrder({ db }: CheckoutDeps, intentId: string): Promise<boolean> {
  const [row] = await db
    .select({ placedAt: checkouts.placedAt })
    .from(checkouts)
    .where(eq(checkouts.intentId, intentId))
  return row?.placedAt != null
}

/** Rule 3: an intent's customer cannot be changed, so another email address needs a new intent. */
async function replaceIntent(
  deps: CheckoutDeps,
  checkout: CheckoutRow,
  terms: Terms,
  hash: string,
  client: AdmittedClient,
): Promise<CardIntent> {
  await client.countNewIntent()
  const round = checkout.intentRound + 1
  const idempotencyKey = `checkout-${checkout.id}-${round}-${hash.slice(0, 12)}-${terms.customerRef}`
  const input = { idempotencyKey, ...terms }
  const intent = await callProvider(() => deps.cards.createIntent(input, 'interactive'))
  await deps.db.transaction(async (tx) => {
    await recordIntent(tx, deps, intent, checkout.orderId, client.network)
    await tx
      .update(checkouts)
      .set({ intentId: intent.id, intentRound: round, submissionHash: null })
      .where(eq(checkouts.id, checkout.id))
  })
  return intent
}
