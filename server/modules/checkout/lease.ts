import { setTimeout as delay } from 'node:timers/promises'
import { and, eq, isNull, lte, or } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import type { CheckoutDeps } from './deps.ts'
import type { CheckoutRow } from './queries.ts'
import { checkouts } from './tables.ts'

/** Longer than the buyer's path may take in all. */
const LEASE_MS = 15_000
const TRIES = 80
const LONGEST_WAIT_MS = 150

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
    await deps.db
      .update(checkouts)
      .set({ leaseToken: null, leaseEndsAt: null })
      .where(and(eq(checkouts.id, checkoutId), eq(checkouts.leaseToken, token)))
  }
}

async function claim(
  { db, clock }: CheckoutDeps,
  id: string,
  leaseToken: string,
): Promise<CheckoutRow> {
  for (let attempt = 1; attempt <= TRIES; attempt++) {
    const now = clock.now()
    const [mine] = await db
      .update(checkouts)
      .set({ leaseToken, leaseEndsAt: new Date(now.getTime() + LEASE_MS) })
      .where(
        and(
          eq(checkouts.id, id),
          or(isNull(checkouts.leaseEndsAt), lte(checkouts.leaseEndsAt, now)),
        ),
      )
      .returning()
    if (mine) return mine
    await delay(Math.min(attempt * 10, LONGEST_WAIT_MS))
  }
  throw new Failure('too_many')
}
