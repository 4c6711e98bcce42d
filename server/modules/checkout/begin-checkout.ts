import { Failure } from '#contract/errors.ts'
import { type Given, statement } from '#server/db/statement.ts'
import { hashToken } from '#server/modules/identity/index.ts'
import {
  abandonPayment,
  askProvider,
  type CardIntent,
  declineCount,
  MAX_DECLINES,
  readOrNone,
  settleForBuyer,
  type Visitor,
} from '#server/modules/payments/index.ts'
import type { CheckoutDeps } from './deps.ts'
import { endCheckout } from './end-checkout.ts'
import { type NewCheckout, noteFirst, noteIntent, valuesOf } from './note-intent.ts'
import { type CheckoutRow, newestCheckout } from './queries.ts'
import { checkouts } from './tables.ts'

export type Begun = { token: string; clientSecret: string }

/**
 * Rule 2: the same unpaid checkout answers the same intent. `token` is the browser's cookie; one
 * that names no checkout of ours is not taken over, so nobody can plant a key that they know.
 */
export async function beginCheckout(
  deps: CheckoutDeps,
  token: string | undefined,
  amountCents: number,
  visitor: Visitor,
): Promise<Begun> {
  const known = token ? await newestCheckout(deps.db, hashToken(token)) : undefined
  if (!known || !token) return beginFirst(deps, amountCents, visitor)
  // Each round ends a checkout that is over already; a third one would mean that we go in circles.
  for (let round = 0; round < 3; round++) {
    const checkout = await openCheckout(deps, known.browserHash, amountCents, visitor)
    const intent = await payableIntent(deps, checkout, visitor)
    if (intent) return { token, clientSecret: intent.clientSecret }
  }
  throw new Failure('cards_unavailable')
}

/** Under a key that was only just drawn nobody else can be at work: all is written down at once. */
async function beginFirst(
  deps: CheckoutDeps,
  provisionalCents: number,
  visitor: Visitor,
): Promise<Begun> {
  await visitor.countNewIntent()
  const token = deps.random.token(32)
  const fresh = draw(deps, hashToken(token), provisionalCents)
  const { id: intentId, livemode, clientSecret } = await makeIntent(deps, fresh)
  await noteFirst(deps.db, { ...fresh, intentId, livemode, network: visitor.network })
  return { token, clientSecret }
}

function draw({ random, clock }: CheckoutDeps, browserHash: string, provisionalCents: number) {
  return {
    id: random.uuid(),
    orderId: random.uuid(),
    browserHash,
    provisionalCents,
    createdAt: clock.now(),
  }
}

const write = statement((db, given: Given<NewCheckout>) =>
  db.insert(checkouts).values(valuesOf(given)).onConflictDoNothing().returning(),
)

async function openCheckout(
  deps: CheckoutDeps,
  browserHash: string,
  provisionalCents: number,
  visitor: Visitor,
): Promise<CheckoutRow> {
  const open = await newestCheckout(deps.db, browserHash)
  if (open && !open.endedAt) return open
  await visitor.countNewIntent()
  // A crash may forget it, until the intent that it is for is noted and the buyer is answered.
  const [mine] = await write(deps.fleeting, draw(deps, browserHash, provisionalCents))
  // C5: of fifty at once, one is written and the others find it.
  const checkout = mine ?? (await newestCheckout(deps.db, browserHash))
  if (!checkout) throw new Error('a checkout vanished between insert and read')
  return checkout
}

/** The intent of this checkout while it can be paid; nothing when the checkout turns out to be over. */
async function payableIntent(
  deps: CheckoutDeps,
  checkout: CheckoutRow,
  { network }: Visitor,
): Promise<CardIntent | undefined> {
  const { intentId, orderId } = checkout
  if (!intentId) return firstIntent(deps, checkout, network)
  const intent = await askProvider(() => readOrNone(deps, intentId, 'buyer'))
  if (!intent) {
    await endCheckout(deps.db, deps, orderId, 'expired')
    return undefined
  }
  if (intent.state === 'open') {
    if ((await declineCount(deps.db, intentId)) < MAX_DECLINES) return intent
    await askProvider(() => abandonPayment(deps, { orderId, intentId, as: 'declined' }))
    return undefined
  }
  await settleForBuyer(deps, intentId)
  await endCheckout(deps.db, deps, orderId, intent.state === 'canceled' ? 'expired' : 'paid')
  return undefined
}

async function firstIntent(
  deps: CheckoutDeps,
  checkout: CheckoutRow,
  network: string,
): Promise<CardIntent> {
  const intent = await makeIntent(deps, checkout)
  await noteIntent(deps.db, {
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
  return askProvider(() => deps.cards.createIntent(wish, 'buyer'))
}
