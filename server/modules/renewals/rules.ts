import {
  addDays,
  type CalendarDate,
  changeUntil,
  chargedFrom,
  dateIn,
  instantIn,
  ORDERED_DAYS_AHEAD,
  RETRY_DAYS,
} from '#contract/calendar.ts'
import type { CycleStatus, SkipReason } from '#contract/subscriptions.ts'
import type { DeclineKind } from './declines.ts'

/** Every decision of the engine, as a function of rows and of the moment alone. */

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** R8: a card that said no may be asked this often in all, and only for so long. */
export const MAX_TRIES = 8
const TRIES_LAST_MS = RETRY_DAYS * DAY_MS

/** Growing gaps: the eighth try falls within the fourteen days of the first. */
const GAPS_HOURS = [12, 24, 36, 48, 48, 60, 72]

export type PlanStep =
  | { do: 'wait' }
  | { do: 'order' }
  | { do: 'pass' }
  | { do: 'skip'; reason: SkipReason }

type Planned = {
  date: CalendarDate
  /** What is known of that cycle already. */
  status: CycleStatus | undefined
  hasUnpaid: boolean
}

/** What the next undecided cycle of a subscription needs at this moment. */
export function planStep({ date, status, hasUnpaid }: Planned, zone: string, now: Date): PlanStep {
  const today = dateIn(zone, now)
  if (date > addDays(today, ORDERED_DAYS_AHEAD)) return { do: 'wait' }
  if (status !== undefined && status !== 'planned') return { do: 'pass' }
  // R12: nobody is billed later for what nobody brought.
  if (date < today) return { do: 'skip', reason: 'missed' }
  if (!hasUnpaid) return { do: 'order' }
  // It may still be paid in time; from the cut-off on it would be too late to say so.
  if (now < changeUntil(zone, date)) return { do: 'wait' }
  return { do: 'skip', reason: 'unpaid_before' }
}

export type ChargeState = {
  status: CycleStatus
  date: CalendarDate
  tries: number
  firstFailedAt: Date | null
  isApproved: boolean
  isOrderCancelled: boolean
  isBrought: boolean
  isPaid: boolean
  hasCard: boolean
  /** This very card was refused for good, or its holder must be asked. */
  isCardRefused: boolean
  hasOtherUnpaid: boolean
  /** The newest request of which nobody knows the end. */
  unknownSince: Date | null
}

export type ChargeStep =
  | { do: 'close' }
  | { do: 'call_off' }
  | { do: 'wait'; until: Date }
  | { do: 'skip'; reason: SkipReason }
  | { do: 'find_out' }
  | { do: 'charge' }
  | { do: 'no_card' }
  | { do: 'give_up' }

type Attempt = { outcome: string | null; paymentMethodRef: string }

/**
 * R8, R9: whether the bank refused this card for good, or wants its holder. Requests that the
 * provider did nothing with say nothing about a card. Attempts are newest first.
 */
export function isDeclinedForGood(attempts: readonly Attempt[], card: string | null): boolean {
  const last = attempts.find(({ outcome }) => outcome !== 'lost')
  const isFinal = last?.outcome === 'hard' || last?.outcome === 'authentication'
  return isFinal && last.paymentMethodRef === card
}

/** What a due cycle needs at this moment. */
export function chargeStep(state: ChargeState, zone: string, now: Date): ChargeStep {
  if (state.isPaid) return { do: 'close' }
  // I6: what was called off is not asked for again, not even to find out.
  if (state.isOrderCancelled) return { do: 'call_off' }
  // I4: the end of the last request comes before everything else.
  if (state.unknownSince) return { do: 'find_out' }
  if (state.firstFailedAt === null && !state.isApproved) {
    const today = dateIn(zone, now)
    const from = chargedFrom(zone, state.date)
    if (now < from) return { do: 'wait', until: from }
    if (state.date < today) {
      const decided = missedFrom(zone, state.date)
      if (now < decided) return { do: 'wait', until: decided }
      return { do: 'skip', reason: missedReason(state) }
    }
    if (state.hasOtherUnpaid) return { do: 'skip', reason: 'unpaid_before' }
  }
  if (isOver(state, now)) return { do: 'give_up' }
  if (state.hasCard && state.isCardRefused) return { do: 'wait', until: endOfTries(state, now) }
  return { do: state.hasCard ? 'charge' : 'no_card' }
}

/** Drivers may report until the end of the day after: only then is it known what was missed. */
const missedFrom = (zone: string, date: CalendarDate) => instantIn(zone, addDays(date, 2), 0)

const missedReason = ({ isBrought }: ChargeState): SkipReason =>
  isBrought ? 'missed_delivered' : 'missed'

const endOfTries = ({ firstFailedAt }: ChargeState, now: Date) =>
  new Date((firstFailedAt ?? now).getTime() + TRIES_LAST_MS)

const isOver = ({ tries, firstFailedAt }: ChargeState, now: Date) =>
  tries >= MAX_TRIES ||
  (firstFailedAt !== null && now.getTime() - firstFailedAt.getTime() >= TRIES_LAST_MS)

/** When the engine looks again after a no: at the next try, or when its time is over. */
export function nextLook(
  kind: DeclineKind,
  tries: number,
  firstFailedAt: Date,
  now: Date,
): { at: Date; isTry: boolean } {
  const end = new Date(firstFailedAt.getTime() + TRIES_LAST_MS)
  const gap = GAPS_HOURS[tries - 1]
  if (kind !== 'soft' || gap === undefined || tries >= MAX_TRIES) return { at: end, isTry: false }
  const at = new Date(now.getTime() + gap * HOUR_MS)
  return at < end ? { at, isTry: true } : { at: end, isTry: false }
}

/** While the provider gives no usable answer: soon, then less and less often. */
export function lookAgainAfterMs(unansweredForMs: number): number {
  return Math.min(Math.max(60_000, unansweredForMs / 2), HOUR_MS)
}
