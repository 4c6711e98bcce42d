import { type AnyColumn, and, gt, type SQL, sql } from 'drizzle-orm'
import { tooManyRequests } from '#contract/errors.ts'
import type { Tx } from '#server/db/client.ts'
import {
  countInTx,
  type LimitRule,
  type Limits,
  type LimitUsage,
  limitKey,
} from '#server/http/limits.ts'
import { rateLimits } from '#server/http/limits-tables.ts'
import type { PaymentDeps } from '../deps.ts'

const WINDOW_SECONDS = 600

/** Card testing needs intents to try cards on, and declines to learn from. Both are limited. */
export const intentsPerNetwork: LimitRule = { name: 'intent', max: 300, seconds: WINDOW_SECONDS }
export const declinesPerNetwork: LimitRule = { name: 'decline', max: 10, seconds: WINDOW_SECONDS }

type CountDeps = Pick<PaymentDeps, 'clock' | 'limits'>

/** Throws if so many cards of the network were declined that the network may attempt no other. */
export function assertNotBlocked(limits: Limits, declined: LimitUsage | undefined): void {
  if (declined && declined.count >= limits.maxFor(declinesPerNetwork)) {
    throw tooManyRequests(declined.secondsLeft, 'Too many cards were declined.')
  }
}

/** Counts a decline in the transaction that records it. Returns whether its network is blocked. */
export async function countDecline(
  tx: Tx,
  { clock, limits }: CountDeps,
  network: string,
): Promise<boolean> {
  const now = clock.now()
  const endsAt = new Date(now.getTime() + WINDOW_SECONDS * 1000)
  const count = await countInTx(tx, limitKey(declinesPerNetwork.name, network), { now, endsAt })
  return count >= limits.maxFor(declinesPerNetwork)
}

/** Join condition: the network, given as its keyed hash, has reached the limit of declines. */
export function isBlockedNetwork(
  { clock, limits }: CountDeps,
  network: AnyColumn,
): SQL | undefined {
  const prefix = limitKey(declinesPerNetwork.name, '')
  return and(
    sql`${rateLimits.key} = ${prefix} || ${network}`,
    sql`${rateLimits.count} >= ${limits.maxFor(declinesPerNetwork)}::float8`,
    gt(rateLimits.endsAt, clock.now()),
  )
}
