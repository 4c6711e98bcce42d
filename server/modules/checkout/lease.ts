import { setTimeout as delay } from 'node:timers/promises'
import { and, eq, isNull, lte, or } from 'drizzle-orm'
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

const giveBack = statement((db, given: Given<{ id: string; token: string }>) =>
  db
    .update(checkouts)
    .set({ leaseToken: null, leaseEndsAt: null })
    .where(and(eq(checkouts.id, given('id')), eq(checkouts.leaseToken, given('token')))),
)

/**
 * C5: of several submits in one checkout only one at a time speaks to the provider. No database lock
 * is held meanwhile, and a process that dies in the middle loses the lease by time.
 */
export async function withLease<T>(
  deps: CheckoutDeps,
  checkoutId: string,
  act: (checkout: CheckoutRow) => Promise<T>,
): Promise<T> {
  const token = deps.random.uuid()
  const checkout = await claim(deps, checkoutId, token)
  try {
    return await act(checkout)
  } finally {
    await giveBack(deps.fleeting, { id: checkoutId, token })
  }
}

async function claim(
  { fleeting, clock }: CheckoutDeps,
  id: string,
  token: string,
): Promise<CheckoutRow> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const now = clock.now()
    const endsAt = new Date(now.getTime() + LEASE_MS)
    const [mine] = await take(fleeting, { id, token, now, endsAt })
    if (mine) return mine
    await delay(Math.min(attempt * 10, LONGEST_WAIT_MS))
  }
  throw new Failure('too_many')
}
