import { setTimeout as delay } from 'node:timers/promises'
import { and, eq, isNotNull, isNull, lte, or } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import { type Params, preparedStatement } from '#server/db/prepared-statement.ts'
import type { CheckoutDeps } from './deps.ts'
import type { CheckoutRow } from './queries.ts'
import { checkouts } from './tables.ts'

/** Longer than a whole submit may take. */
const LEASE_MS = 15_000
const MAX_ATTEMPTS = 80
const MAX_WAIT_MS = 150

const acquire = preparedStatement(
  (db, param: Params<{ id: string; token: string; now: Date; endsAt: Date }>) =>
    db
      .update(checkouts)
      .set({ leaseToken: param('token'), leaseEndsAt: param('endsAt') })
      .where(
        and(
          eq(checkouts.id, param('id')),
          or(isNull(checkouts.leaseEndsAt), lte(checkouts.leaseEndsAt, param('now'))),
        ),
      )
      .returning(),
)

const acquireOpen = preparedStatement(
  (db, param: Params<{ browserHash: string; token: string; now: Date; endsAt: Date }>) =>
    db
      .update(checkouts)
      .set({ leaseToken: param('token'), leaseEndsAt: param('endsAt') })
      .where(
        and(
          eq(checkouts.browserHash, param('browserHash')),
          isNull(checkouts.endedAt),
          isNotNull(checkouts.intentId),
          or(isNull(checkouts.leaseEndsAt), lte(checkouts.leaseEndsAt, param('now'))),
        ),
      )
      .returning(),
)

const releaseLease = preparedStatement((db, param: Params<{ id: string; token: string }>) =>
  db
    .update(checkouts)
    .set({ leaseToken: null, leaseEndsAt: null })
    .where(and(eq(checkouts.id, param('id')), eq(checkouts.leaseToken, param('token')))),
)

/** `isReleased` is set by a write to the checkout that also released the lease. */
export type Lease = { checkout: CheckoutRow; token: string; isReleased: boolean }

/** Finds and leases the browser's open checkout in one statement. Undefined if none is free. */
export async function acquireOpenCheckoutLease(
  { asyncCommitDb, clock, random }: CheckoutDeps,
  browserHash: string,
): Promise<Lease | undefined> {
  const token = random.uuid()
  const now = clock.now()
  const endsAt = new Date(now.getTime() + LEASE_MS)
  const [checkout] = await acquireOpen(asyncCommitDb, { browserHash, token, now, endsAt })
  return checkout && { checkout, token, isReleased: false }
}

/** Waits until no other request has leased the checkout. */
export async function acquireCheckoutLease(
  { asyncCommitDb, clock, random }: CheckoutDeps,
  id: string,
): Promise<Lease> {
  const token = random.uuid()
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const now = clock.now()
    const endsAt = new Date(now.getTime() + LEASE_MS)
    const [checkout] = await acquire(asyncCommitDb, { id, token, now, endsAt })
    if (checkout) return { checkout, token, isReleased: false }
    await delay(Math.min(attempt * 10, MAX_WAIT_MS))
  }
  throw new Failure('too_many')
}

/**
 * C5: concurrent submits of one checkout call the provider one at a time. No database lock is held
 * during the call, and the lease of a crashed process expires.
 */
export async function withLease<T>(
  { asyncCommitDb }: CheckoutDeps,
  lease: Lease,
  work: (lease: Lease) => Promise<T>,
): Promise<T> {
  try {
    return await work(lease)
  } finally {
    const { checkout, token } = lease
    if (!lease.isReleased) await releaseLease(asyncCommitDb, { id: checkout.id, token })
  }
}
