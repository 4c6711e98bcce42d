import {
  addDays,
  type CalendarDate,
  changeUntil,
  chargeableFrom,
  dateIn,
  instantIn,
  ORDER_LEAD_DAYS,
  RETRY_DAYS,
} from '#contract/dates/calendar.ts'
import type { CycleStatus, SkipReason } from '#contract/subscriptions/subscriptions.ts'
import type { DeclineKind } from './declines.ts'

/** Every decision of the engine, as a function of rows and of the moment alone. */

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** R8: a card that said no may be asked this often in all, and only for so long. */
export const MAX_CHARGE_ATTEMPTS = 8
const RETRY_WINDOW_MS = RETRY_DAYS * DAY_MS

/** Growing gaps: the eighth try falls within the fourteen days of the first. */
const RETRY_DELAYS_HOURS = [12, 24, 36, 48, 48, 60, 72]

export type PlanAction =
  | { type: 'wait' }
  | { type: 'order' }
  | { type: 'advance' }
  | { type: 'skip'; reason: SkipReason }

type PlanState = {
  date: CalendarDate
  /** What is known of that cycle already. */
  status: CycleStatus | undefined
  hasUnpaid: boolean
}

/** What the next undecided cycle of a subscription needs at this moment. */
export function nextPlanAction(
  { date, status, hasUnpaid }: PlanState,
  zone: string,
  now: Date,
): PlanAction {
  const today = dateIn(zone, now)
  if (date > addDays(today, ORDER_LEAD_DAYS)) return { type: 'wait' }
  if (status !== undefined && status !== 'planned') return { type: 'advance' }
  // R12: nobody is billed later for what nobody brought.
  if (date < today) return { type: 'skip', reason: 'missed' }
  if (!hasUnpaid) return { type: 'order' }
  // It may still be paid in time; from the cut-off on it would be too late to say so.
  if (now < changeUntil(zone, date)) return { type: 'wait' }
  return { type: 'skip', reason: 'unpaid_before' }
}

export type ChargeState = {
  status: CycleStatus
  date: CalendarDate
  failedAttempts: number
  firstFailedAt: Date | null
  isApproved: boolean
  isOrderCancelled: boolean
  isDispatched: boolean
  isPaid: boolean
  hasCard: boolean
  /** This very card was refused for good, or its holder must be asked. */
  isCardDeclined: boolean
  hasOtherUnpaid: boolean
  /** The newest request of which nobody knows the end. */
  unknownSince: Date | null
}

export type ChargeAction =
  | { type: 'close' }
  | { type: 'cancel' }
  | { type: 'wait'; until: Date }
  | { type: 'skip'; reason: SkipReason }
  | { type: 'resolve_unknown' }
  | { type: 'charge' }
  | { type: 'no_card' }
  | { type: 'retries_exhausted' }

type Attempt = { outcome: string | null; paymentMethodRef: string }

/**
 * R8, R9: whether the bank refused this card for good, or wants its holder. Requests that the
 * provider did nothing with say nothing about a card. Attempts are newest first.
 */
export function isDeclinedFinally(attempts: readonly Attempt[], card: string | null): boolean {
  const last = attempts.find(({ outcome }) => outcome !== 'lost')
  const isFinal = last?.outcome === 'hard' || last?.outcome === 'authentication'
  return isFinal && last.paymentMethodRef === card
}

/** What a due cycle needs at this moment. */
export function nextChargeAction(state: ChargeState, zone: string, now: Date): ChargeAction {
  if (state.isPaid) return { type: 'close' }
  // I6: what was called off is not asked for again, not even to find out.
  if (state.isOrderCancelled) return { type: 'cancel' }
  // I4: the end of the last request comes before everything else.
  if (state.unknownSince) return { type: 'resolve_unknown' }
  if (state.firstFailedAt === null && !state.isApproved) {
    const today = dateIn(zone, now)
    const from = chargeableFrom(zone, state.date)
    if (now < from) return { type: 'wait', until: from }
    if (state.date < today) {
      const decided = missedFrom(zone, state.date)
      if (now < decided) return { type: 'wait', until: decided }
      return { type: 'skip', reason: missedReason(state) }
    }
    if (state.hasOtherUnpaid) return { type: 'skip', reason: 'unpaid_before' }
  }
  if (isExhausted(state, now)) return { type: 'retries_exhausted' }
  if (state.hasCard && state.isCardDeclined)
    return { type: 'wait', until: retryDeadline(state, now) }
  return { type: state.hasCard ? 'charge' : 'no_card' }
}

/** Drivers may report until the end of the day after: only then is it known what was missed. */
const missedFrom = (zone: string, date: CalendarDate) => instantIn(zone, addDays(date, 2), 0)

const missedReason = ({ isDispatched }: ChargeState): SkipReason =>
  isDispatched ? 'missed_delivered' : 'missed'

const retryDeadline = ({ firstFailedAt }: ChargeState, now: Date) =>
  new Date((firstFailedAt ?? now).getTime() + RETRY_WINDOW_MS)

const isExhausted = ({ failedAttempts: tries, firstFailedAt }: ChargeState, now: Date) =>
  tries >= MAX_CHARGE_ATTEMPTS ||
  (firstFailedAt !== null && now.getTime() - firstFailedAt.getTime() >= RETRY_WINDOW_MS)

/** When the engine looks again after a no: at the next try, or when its time is over. */
export function nextCheck(
  kind: DeclineKind,
  tries: number,
  firstFailedAt: Date,
  now: Date,
): { at: Date; isAttempt: boolean } {
  const end = new Date(firstFailedAt.getTime() + RETRY_WINDOW_MS)
  const gap = RETRY_DELAYS_HOURS[tries - 1]
  if (kind !== 'soft' || gap === undefined || tries >= MAX_CHARGE_ATTEMPTS)
    return { at: end, isAttempt: false }
  const at = new Date(now.getTime() + gap * HOUR_MS)
  return at < end ? { at, isAttempt: true } : { at: end, isAttempt: false }
}

/** While the provider gives no usable answer: soon, then less and less often. */
export function recheckDelayMs(unansweredForMs: number): number {
  return Math.min(Math.max(60_000, unansweredForMs / 2), HOUR_MS)
}
