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
 * Rule 2: the same unpaid checkout answers the same intent. `token` is the browser's cookie; one
 * that names no checkout of ours is not taken over, so nobody can plant a key that they know.
 */
export async function startCheckout(
  deps: CheckoutDeps,
  token: string | undefined,
  amountCents: number,
  visitor: AdmittedClient,
): Promise<StartedCheckout> {
  const known = token ? await latestCheckout(deps.db, hashToken(token)) : undefined
  if (!known || !token) return startFirstCheckout(deps, amountCents, visitor)
  // Each round ends a checkout that is over already; a third one would mean that we go in circles.
  for (let round = 0; round < 3; round++) {
    const checkout = await findOrCreateCheckout(deps, known.browserHash, amountCents, visitor)
    const intent = await payableIntent(deps, checkout, visitor)
    if (intent) return { token, clientSecret: intent.clientSecret }
  }
  throw new Failure('cards_unavailable')
}

/** Under a key that was only just drawn nobody else can be at work: all is written down at once. */
async function startFirstCheckout(
  deps: CheckoutDeps,
  provisionalCents: number,
  visitor: AdmittedClient,
): Promise<StartedCheckout> {
  await visitor.countNewIntent()
  const token = deps.random.token(32)
  const fresh = newCheckout(deps, hashToken(token), provisionalCents)
  const { id: intentId, livemode, clientSecret } = await makeIntent(deps, fresh)
  await saveCheckoutWithIntent(deps.db, { ...fresh, intentId, livemode, network: visitor.network })
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

const write = preparedStatement((db, param: Params<NewCheckout>) =>
  db.insert(checkouts).values(checkoutValues(param)).onConflictDoNothing().returning(),
)

async function findOrCreateCheckout(
  deps: CheckoutDeps,
  browserHash: string,
  provisionalCents: number,
  visitor: AdmittedClient,
): Promise<CheckoutRow> {
  const open = await latestCheckout(deps.db, browserHash)
  if (open && !open.endedAt) return open
  await visitor.countNewIntent()
  // A crash may forget it, until the intent that it is for is noted and the buyer is answered.
  const [mine] = await write(deps.asyncCommitDb, newCheckout(deps, browserHash, provisionalCents))
  // C5: of fifty at once, one is written and the others find it.
  const checkout = mine ?? (await latestCheckout(deps.db, browserHash))
  if (!checkout) throw new Error('a checkout vanished between insert and read')
  return checkout
}

/** The intent of this checkout while it can be paid; nothing when the checkout turns out to be over. */
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
  const intent = await makeIntent(deps, checkout)
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

function makeIntent(deps: CheckoutDeps, { id, orderId, provisionalCents }: NewCheckout) {
  const wish = { key: `checkout-${id}-1`, amountCents: provisionalCents, orderId }
  return callProvider(() => deps.cards.createIntent(wish, 'interactive'))
}
