import { and, count, gt, gte, lte, ne } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { declines, payments } from '#server/modules/payments/tables.ts'
import type { Finding } from '../finding.ts'

const HOUR_MS = 3_600_000
const WINDOW_MS = 6 * HOUR_MS
/** The norm is the share of this time before the window. */
const NORM_MS = 30 * 24 * HOUR_MS

/** A few declines prove nothing; the alert ends below the second number. */
const MIN_DECLINES = 10
const FEW_DECLINES = 5
/** With fewer attempts, the shop has no norm of its own yet. */
const MIN_ATTEMPTS_FOR_NORM = 100
const ASSUMED_NORM = 0.1
const LEAST_LIMIT = 0.2
/** The alert ends once the share is clearly below the limit. */
const END_AT = 0.75

export type Attempts = { declined: number; paid: number }

const declineRate = ({ declined, paid }: Attempts) => declined / Math.max(declined + paid, 1)

/** Twice the norm is too many; below a fifth of all cards no one is alerted. */
export function judgeDeclines(recent: Attempts, before: Attempts): Finding['state'] {
  const hasNorm = before.declined + before.paid >= MIN_ATTEMPTS_FOR_NORM
  const limit = Math.max((hasNorm ? declineRate(before) : ASSUMED_NORM) * 2, LEAST_LIMIT)
  const share = declineRate(recent)
  if (recent.declined >= MIN_DECLINES && share > limit) return 'open'
  return recent.declined < FEW_DECLINES || share < limit * END_AT ? 'ended' : 'unclear'
}

/** Too many declined cards: a problem of our account, of the provider, or stolen cards. */
export async function watchDeclines({ db, now }: { db: Db; now: Date }): Promise<Finding> {
  const kind = 'declines_high'
  const from = new Date(now.getTime() - WINDOW_MS)
  const recent = await countAttempts(db, from, now)
  if (recent.declined < FEW_DECLINES) return { kind, state: 'ended' }
  const before = await countAttempts(db, new Date(from.getTime() - NORM_MS), from)
  const state = judgeDeclines(recent, before)
  if (state !== 'open') return { kind, state }
  const percent = (attempts: Attempts) => `${Math.round(declineRate(attempts) * 100)}%`
  const norm = before.declined + before.paid > 0 ? `, ${percent(before)} in the month before` : ''
  const message = `${recent.declined} of ${recent.declined + recent.paid} cards were declined within six hours (${percent(recent)}${norm}). Check the payment provider’s dashboard.`
  return { kind, state, message }
}

async function countAttempts(db: Db, from: Date, to: Date): Promise<Attempts> {
  const [declined] = await db
    .select({ n: count() })
    .from(declines)
    .where(and(gte(declines.createdAt, from), lte(declines.createdAt, to)))
  const [paid] = await db
    .select({ n: count() })
    .from(payments)
    .where(and(gte(payments.paidAt, from), lte(payments.paidAt, to), isCard))
  return { declined: declined?.n ?? 0, paid: paid?.n ?? 0 }
}

/** Payments by card, not covered by credit and no cash or invoice. */
export const isCard = and(gt(payments.amountCents, 0), ne(payments.kind, 'tender'))
