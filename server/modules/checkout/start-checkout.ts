import { Failure } from '#contract/errors.ts'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import { hashToken } from '#server/modules/identity/index.ts'
import {
  type AdmittedClient,
  type CardIntent,
  callProvider,
  cancelPayment,
  declineCount,
  findIntent,
  MAX_DECLINES,
  settleForBuyer,
} from '#server/modules/payments/index.ts'
import type { CheckoutDeps } from './deps.ts'
import { endCheckout } from './end-checkout.ts'
import { type CheckoutRow, latestCheckout } from './queries.ts'
import {
  checkoutValues,
  type NewCheckout,
  saveCheckoutWithIntent,
  saveFirstIntent,
} from './save-first-intent.ts'
import { checkouts } from './tables.ts'

export type StartedCheckout = { token: string; clientSecret: string }

/**
 * Rule 2: returns the same intent for the same unpaid checkout. `token` is the browser's cookie. An
 * unknown token gets a new one, so that an attacker cannot plant a token they know.
 */
export async function startCheckout(
  deps: CheckoutDeps,
  token: string | undefined,
  amountCents: number,
  client: AdmittedClient,
): Promise<StartedCheckout> {
  const known = token ? await latestCheckout(deps.db, hashToken(token)) : undefined
  if (!known || !token) return startFirstCheckout(deps, amountCents, client)
  // Each round ends a checkout that can no longer be paid. More than three would be an endless loop.
  for (let round = 0; round < 3; round++) {
    const checkout = await findOrCreateCheckout(deps, known.browserHash, amountCents, client)
    const intent = await payableIntent(deps, checkout, client)
    if (intent) return { token, clientSecret: intent.clientSecret }
  }
  throw new Failure('cards_unavailable')
}

/** No other request can use a newly generated token, so all rows are inserted in one statement. */
async function startFirstCheckout(
  deps: CheckoutDeps,
  provisionalCents: number,
  client: AdmittedClient,
): Promise<StartedCheckout> {
  await client.countNewIntent()
  const token = deps.random.token(32)
  const checkout = newCheckout(deps, hashToken(token), provisionalCents)
  const { id: intentId, livemode, clientSecret } = await createIntent(deps, checkout)
  await saveCheckoutWithIntent(deps.db, {
    ...checkout,
    intentId,
    livemode,
    network: client.network,
  })
  return { token, clientSecret }
}

function newCheckout(
  { random, clock }: CheckoutDeps,
  browserHash: string,
  provisionalCents: number,
) {
  return {
    id: random.uuid(),
    orderId: random.uuid(),
    browserHash,
    provisionalCents,
    createdAt: clock.now(),
  }
}

const insertCheckout = preparedStatement((db, param: Params<NewCheckout>) =>
  db.insert(checkouts).values(checkoutValues(param)).onConflictDoNothing().returning(),
)

async function findOrCreateCheckout(
  deps: CheckoutDeps,
  browserHash: string,
  provisionalCents: number,
  client: AdmittedClient,
): Promise<CheckoutRow> {
  const open = await latestCheckout(deps.db, browserHash)
  if (open && !open.endedAt) return open
  await client.countNewIntent()
  // May be lost in a crash; saving its intent, before the response, makes it durable.
  const values = newCheckout(deps, browserHash, provisionalCents)
  const [inserted] = await insertCheckout(deps.asyncCommitDb, values)
  // C5: of several concurrent requests one inserts the row, and the others read it.
  const checkout = inserted ?? (await latestCheckout(deps.db, browserHash))
  if (!checkout) throw new Error('a checkout vanished between insert and read')
  return checkout
}

/** Returns the checkout's intent if it can be paid. Otherwise ends the checkout. */
async function payableIntent(
  deps: CheckoutDeps,
  checkout: CheckoutRow,
  { network }: AdmittedClient,
): Promise<CardIntent | undefined> {
  const { intentId, orderId } = checkout
  if (!intentId) return createFirstIntent(deps, checkout, network)
  const intent = await callProvider(() => findIntent(deps, intentId, 'interactive'))
  if (!intent) {
    await endCheckout(deps.db, deps, orderId, 'expired')
    return undefined
  }
  if (intent.state === 'open') {
    if ((await declineCount(deps.db, intentId)) < MAX_DECLINES) return intent
    await callProvider(() => cancelPayment(deps, { orderId, intentId, as: 'declined' }))
    return undefined
  }
  await settleForBuyer(deps, intentId)
  await endCheckout(deps.db, deps, orderId, intent.state === 'canceled' ? 'expired' : 'paid')
  return undefined
}

async function createFirstIntent(
  deps: CheckoutDeps,
  checkout: CheckoutRow,
  network: string,
): Promise<CardIntent> {
  const intent = await createIntent(deps, checkout)
  await saveFirstIntent(deps.db, {
    checkoutId: checkout.id,
    orderId: checkout.orderId,
    intentId: intent.id,
    livemode: intent.livemode,
    network,
    now: deps.clock.now(),
  })
  return intent
}

function createIntent(deps: CheckoutDeps, { id, orderId, provisionalCents }: NewCheckout) {
  const input = { idempotencyKey: `checkout-${id}-1`, amountCents: provisionalCents, orderId }
  return callProvider(() => deps.cards.createIntent(input, 'interactive'))
}
