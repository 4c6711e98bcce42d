import type { CalendarDate } from '#contract/dates/calendar.ts'
import type { CycleStatus, SkipReason } from '#contract/subscriptions/subscriptions.ts'
import type { DeclineKind } from '#server/modules/renewals/declines.ts'
import type { nextChargeAction, nextCheck, nextPlanAction } from '#server/modules/renewals/rules.ts'
import type { Cadence, cadenceDate } from '#server/modules/subscriptions/cycle-dates.ts'

/** The rules under test; a mutant may replace any of them. */
export type Rules = {
  nextPlanAction: typeof nextPlanAction
  nextChargeAction: typeof nextChargeAction
  nextCheck: typeof nextCheck
  cadenceDate: typeof cadenceDate
}

export type MemoryAttempt = {
  key: string
  card: string
  startedAt: Date
  outcome: 'paid' | 'not_processed' | DeclineKind | null
  chargeRef?: string
}

export type MemoryCycle = {
  cycle: number
  date: CalendarDate
  isMoved: boolean
  status: CycleStatus
  reason: SkipReason | 'cancelled' | null
  dueAt: number | null
  lease: number
  leasedUntil: number
  failedAttempts: number
  firstFailedAt: Date | null
  isApproved: boolean
  cancelledAt: number | null
  isDispatched: boolean
  isPaid: boolean
  intentId: string | null
  attempts: MemoryAttempt[]
}

export type MemorySubscription = Cadence & {
  id: string
  status: 'active' | 'paused' | 'past_due' | 'cancelled'
  nextCycle: number
  nextDate: CalendarDate | null
  customerRef: string
  card: string | null
  cycles: Map<number, MemoryCycle>
}

export const newCycle = (
  cycle: number,
  date: CalendarDate,
  state: Partial<MemoryCycle>,
): MemoryCycle => ({
  cycle,
  date,
  isMoved: false,
  status: 'planned',
  reason: null,
  dueAt: null,
  lease: 0,
  leasedUntil: 0,
  failedAttempts: 0,
  firstFailedAt: null,
  isApproved: false,
  cancelledAt: null,
  isDispatched: false,
  isPaid: false,
  intentId: null,
  attempts: [],
  ...state,
})
