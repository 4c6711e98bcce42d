import { setTimeout as delay } from 'node:timers/promises'
import { and, eq, isNotNull, isNull, lte, or } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import { type Given, statement } from '#server/db/statement.ts'
import type { CheckoutDeps } from './deps.ts'
import type { CheckoutRow } from './queries.ts'
import { checkouts } from './tables.ts'

/** Longer than the buyer's path may take in all. */
const LEASE_MS = 15_000
const TRIES = 80
const LONGEST_WAIT_MS = 150

const take = statement((db, given: Given<{ id: string; token: string; now: Date; endsAt: Date }>) =>
  db
    .update(checkouts)
    .set({ leaseToken: given('token'), leaseEndsAt: given('endsAt') })
    .where(
      and(
        eq(checkouts.id, given('id')),
        or(isNull(checkouts.leaseEndsAt), lte(checkouts.leaseEndsAt, given('now'))),
      ),
    )
    .returning(),
)

const takeOpen = statement(
  (db, given: Given<{ browserHash: string; token: string; now: Date; endsAt: Date }>) =>
    db
      .update(checkouts)
      .set({ leaseToken: given('token'), leaseEndsAt: given('endsAt') })
      .where(
        and(
          eq(checkouts.browserHash, given('browserHash')),
          isNull(checkouts.endedAt),
          isNotNull(checkouts.intentId),
          or(isNull(checkouts.leaseEndsAt), lte(checkouts.leaseEndsAt, given('now'))),
        ),
      )
      .returning(),
)

const giveBack = statement((db, given: Given<{ id: string; token: string }>) =>
  db
    .update(checkouts)
    .set({ leaseToken: null, leaseEndsAt: null })
    .where(and(eq(checkouts.id, given('id')), eq(checkouts.leaseToken, given('token')))),
)

/** Whoever writes the checkout while holding it may give it back by the way, and says so here. */
export type Lease = { checkout: CheckoutRow; token: string; isGivenBack: boolean }

/** The browser's open checkout, found and held at once; nothing where there is none that is free. */
export async function holdOpenCheckout(
  { fleeting, clock, random }: CheckoutDeps,
  browserHash: string,
): Promise<Lease | undefined> {
  const token = random.uuid()
  const now = clock.now()
  const endsAt = new Date(now.getTime() + LEASE_MS)
  const [checkout] = await takeOpen(fleeting, { browserHash, token, now, endsAt })
  return checkout && { checkout, token, isGivenBack: false }
}

/** Waits until nobody else holds the checkout. */
export async function holdCheckout(
  { fleeting, clock, random }: CheckoutDeps,
  id: string,
): Promise<Lease> {
  const token = random.uuid()
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const now = clock.now()
    const endsAt = new Date(now.getTime() + LEASE_MS)
    const [checkout] = await take(fleeting, { id, token, now, endsAt })
    if (checkout) return { checkout, token, isGivenBack: false }
    await delay(Math.min(attempt * 10, LONGEST_WAIT_MS))
  }
  throw new Failure('too_many')
}

/**
 * C5: of several submits in one checkout only one at a time speaks to the provider. No database lock
 * is held meanwhile, and a process that dies in the middle loses the lease by time.
 */
export async function withLease<T>(
  { fleeting }: CheckoutDeps,
  lease: Lease,
  act: (lease: Lease) => Promise<T>,
): Promise<T> {
  try {
    return await act(lease)
  } finally {
    const { checkout, token } = lease
    if (!lease.isGivenBack) await giveBack(fleeting, { id: checkout.id, token })
  }
}
