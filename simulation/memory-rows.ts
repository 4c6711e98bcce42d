import type { CalendarDate } from '#contract/calendar.ts'
import type { CycleStatus, SkipReason } from '#contract/subscriptions.ts'
import type { DeclineKind } from '#server/modules/renewals/declines.ts'
import type { chargeStep, nextLook, planStep } from '#server/modules/renewals/rules.ts'
import type { dateOfCycle, Rhythm } from '#server/modules/subscriptions/cycle-dates.ts'

/** The decisions that are tried out, any of which a planted bug may replace. */
export type Rules = {
  planStep: typeof planStep
  chargeStep: typeof chargeStep
  nextLook: typeof nextLook
  dateOfCycle: typeof dateOfCycle
}

export type MemoryAttempt = {
  key: string
  card: string
  startedAt: Date
  outcome: 'paid' | 'lost' | DeclineKind | null
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
  tries: number
  firstFailedAt: Date | null
  isApproved: boolean
  cancelledAt: number | null
  isBrought: boolean
  isPaid: boolean
  intentId: string | null
  attempts: MemoryAttempt[]
}

export type MemorySubscription = Rhythm & {
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
  tries: 0,
  firstFailedAt: null,
  isApproved: false,
  cancelledAt: null,
  isBrought: false,
  isPaid: false,
  intentId: null,
  attempts: [],
  ...state,
})
