import { addDays, type CalendarDate, RETRY_DAYS } from '#contract/dates/calendar.ts'
import {
  changeUntil,
  chargeableFrom,
  isClosed,
  nextOpenDate,
  reminderDate,
  type ShopCalendar,
  shopDate,
  shopInstant,
} from '#contract/dates/shop-calendar.ts'
import type { CycleStatus, SkipReason } from '#contract/subscriptions/subscriptions.ts'
import type { DeclineKind } from './declines.ts'

/** The engine's decisions, as pure functions of rows and the current time. */

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** R8: maximum number of charge attempts per delivery, within the retry window. */
export const MAX_CHARGE_ATTEMPTS = 8
const RETRY_WINDOW_MS = RETRY_DAYS * DAY_MS

/** Growing delays: the eighth attempt is within fourteen days of the first. */
const RETRY_DELAYS_HOURS = [12, 24, 36, 48, 48, 60, 72]

export type PlanAction =
  | { type: 'wait' }
  | { type: 'order' }
  | { type: 'advance' }
  | { type: 'skip'; reason: SkipReason }

type PlanState = {
  date: CalendarDate
  /** Status of the cycle's row, if there is one. */
  status: CycleStatus | undefined
  hasUnpaid: boolean
  /** Set if it is on the date of a delivery before it. */
  sharedReason?: SkipReason | undefined
}

/** The action for the next undecided cycle of a subscription. */
export function nextPlanAction(
  { date, status, hasUnpaid, sharedReason }: PlanState,
  calendar: ShopCalendar,
  now: Date,
): PlanAction {
  const today = shopDate(calendar, now)
  if (today < reminderDate(calendar, date)) return { type: 'wait' }
  if (status !== undefined && status !== 'planned') return { type: 'advance' }
  // R12: a delivery that was not made is not billed later.
  if (date < today) return { type: 'skip', reason: 'missed' }
  if (sharedReason) return { type: 'skip', reason: sharedReason }
  if (!hasUnpaid) return { type: 'order' }
  // The unpaid delivery may still be paid before this one's cut-off.
  if (now < changeUntil(calendar, date)) return { type: 'wait' }
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
  /** Credit pays for all of it, so there is nothing to charge (rule 43). */
  isCovered: boolean
  /** Rule 39: it ends with an invoice instead of a charge. */
  isByInvoice?: boolean
  hasCard: boolean
  /** This card was declined for good, or needs its holder to authenticate. */
  isCardDeclined: boolean
  hasOtherUnpaid: boolean
  /** Start of the latest request whose outcome is unknown. */
  unknownSince: Date | null
}

export type ChargeAction =
  | { type: 'close' }
  | { type: 'cancel' }
  | { type: 'wait'; until: Date }
  | { type: 'skip'; reason: SkipReason }
  | { type: 'resolve_unknown' }
  | { type: 'charge' }
  | { type: 'cover' }
  | { type: 'invoice' }
  | { type: 'no_card' }
  | { type: 'retries_exhausted' }

type Attempt = { outcome: string | null; paymentMethodRef: string }

/**
 * R8, R9: whether the bank declined this card for good or requires authentication. Ignores requests
 * that the provider never processed. Attempts are newest first.
 */
export function isDeclinedFinally(attempts: readonly Attempt[], card: string | null): boolean {
  const last = attempts.find(({ outcome }) => outcome !== 'not_processed')
  const isFinal = last?.outcome === 'hard' || last?.outcome === 'authentication'
  return isFinal && last.paymentMethodRef === card
}

/** The action for a due cycle. */
export function nextChargeAction(
  state: ChargeState,
  calendar: ShopCalendar,
  now: Date,
): ChargeAction {
  if (state.isPaid) return { type: 'close' }
  // I6: a cancelled order is not charged again, not even to resolve an unknown outcome.
  if (state.isOrderCancelled) return { type: 'cancel' }
  // I4: the outcome of the last request must be known before anything else.
  if (state.unknownSince) return { type: 'resolve_unknown' }
  if (state.firstFailedAt === null && !state.isApproved) {
    const today = shopDate(calendar, now)
    const from = chargeableFrom(calendar, state.date)
    // R13: it became due by a clock that was ahead.
    if (now < from) return { type: 'wait', until: from }
    if (state.date < today) {
      const missedAt = missedFrom(calendar, state.date)
      if (now < missedAt) return { type: 'wait', until: missedAt }
      return { type: 'skip', reason: missedReason(state) }
    }
    if (state.hasOtherUnpaid) return { type: 'skip', reason: 'unpaid_before' }
  }
  if (state.isCovered) return { type: 'cover' }
  if (state.isByInvoice) return { type: 'invoice' }
  if (isExhausted(state, now)) return { type: 'retries_exhausted' }
  const opensAt = reopensAt(state, calendar, now)
  if (opensAt) return { type: 'wait', until: opensAt }
  if (state.hasCard && state.isCardDeclined)
    return { type: 'wait', until: retryDeadline(state, now) }
  return { type: state.hasCard ? 'charge' : 'no_card' }
}

/**
 * Rule 34: no card is charged on a closed date, except for a delivery that is out already or that
 * staff approved. A retry waits for the next open date, but not beyond the retry window.
 */
function reopensAt(state: ChargeState, calendar: ShopCalendar, now: Date): Date | undefined {
  const today = shopDate(calendar, now)
  if (!isClosed(calendar, today) || state.isApproved || state.isDispatched) return undefined
  const opensAt = chargeableFrom(calendar, nextOpenDate(calendar, today))
  const deadline = retryDeadline(state, now)
  return state.firstFailedAt !== null && deadline < opensAt ? deadline : opensAt
}

/** Drivers may report until the end of the next day; only then is a delivery missed. */
const missedFrom = (calendar: ShopCalendar, date: CalendarDate) =>
  shopInstant(calendar, addDays(date, 2), 0)

const missedReason = ({ isDispatched }: ChargeState): SkipReason =>
  isDispatched ? 'missed_but_delivered' : 'missed'

const retryDeadline = ({ firstFailedAt }: ChargeState, now: Date) =>
  new Date((firstFailedAt ?? now).getTime() + RETRY_WINDOW_MS)

const isExhausted = ({ failedAttempts, firstFailedAt }: ChargeState, now: Date) =>
  failedAttempts >= MAX_CHARGE_ATTEMPTS ||
  (firstFailedAt !== null && now.getTime() - firstFailedAt.getTime() >= RETRY_WINDOW_MS)

/** When the engine acts after a decline: at the next attempt, or when the window ends. */
export function nextCheck(
  kind: DeclineKind,
  failedAttempts: number,
  firstFailedAt: Date,
  now: Date,
): { at: Date; isAttempt: boolean } {
  const end = new Date(firstFailedAt.getTime() + RETRY_WINDOW_MS)
  const delayHours = RETRY_DELAYS_HOURS[failedAttempts - 1]
  if (kind !== 'soft' || delayHours === undefined || failedAttempts >= MAX_CHARGE_ATTEMPTS)
    return { at: end, isAttempt: false }
  const at = new Date(now.getTime() + delayHours * HOUR_MS)
  return at < end ? { at, isAttempt: true } : { at: end, isAttempt: false }
}

/** Recheck delay during a provider outage: short at first, then growing. */
export function recheckDelayMs(outageMs: number): number {
  return Math.min(Math.max(60_000, outageMs / 2), HOUR_MS)
}
