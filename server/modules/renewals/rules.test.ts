import { expect, test } from 'vitest'
import { cycleDate, RETRY_DAYS } from '#contract/dates/calendar.ts'
import { defaultCalendar } from '#contract/dates/shop-calendar.ts'
import type { Frequency } from '#contract/primitives.ts'
import { firstCycleOn } from '#server/modules/subscriptions/cycle-dates.ts'
import { canChargeMissed } from '#server/modules/subscriptions/rules.ts'
import { declineKind } from './declines.ts'
import {
  type ChargeState,
  MAX_CHARGE_ATTEMPTS,
  nextChargeAction,
  nextCheck,
  nextPlanAction,
} from './rules.ts'

const NEW_YORK = defaultCalendar('America/New_York')

/** Reference implementation: steps day by day with a table of month lengths. */
function dateByCounting(anchor: string, frequency: Frequency, n: number): string {
  const [y = 0, m = 0, d = 0] = anchor.split('-').map(Number)
  const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const length = (year: number, month: number) =>
    [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
  let [year, month, day] = [y, m, d]
  const print = () => `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  if (frequency === 'monthly') {
    for (let i = 0; i < n; i++) {
      month += 1
      if (month > 12) [year, month] = [year + 1, 1]
    }
    day = Math.min(d, length(year, month))
    return print()
  }
  for (let days = n * (frequency === 'weekly' ? 7 : 14); days > 0; days--) {
    day += 1
    if (day > length(year, month)) [month, day] = [month + 1, 1]
    if (month > 12) [year, month] = [year + 1, 1]
  }
  return print()
}

test('R10: sixty cycles of every frequency from every day of a leap year match the calendar', () => {
  for (let day = 0; day < 366; day++) {
    const anchor = new Date(Date.UTC(2028, 0, 1 + day)).toISOString().slice(0, 10)
    for (const frequency of ['weekly', 'bi-weekly', 'monthly'] as const) {
      for (let n = 0; n <= 60; n++) {
        if (cycleDate(anchor, frequency, n) !== dateByCounting(anchor, frequency, n)) {
          expect([anchor, frequency, n, cycleDate(anchor, frequency, n)]).toEqual(
            dateByCounting(anchor, frequency, n),
          )
        }
      }
    }
  }
})

test('the first cycle on or after a date is found from any distance', () => {
  const cadence = { anchor: '2026-01-31', anchorCycle: 4, frequency: 'monthly' } as const

  expect(firstCycleOn(cadence, 1, '2026-02-28')).toBe(5)
  expect(firstCycleOn(cadence, 1, '2026-03-01')).toBe(6)
  expect(firstCycleOn(cadence, 1, '2036-01-31')).toBe(124)
  expect(firstCycleOn({ ...cadence, frequency: 'weekly' }, 1, '2026-02-01')).toBe(5)
})

test('a delivery is ordered three days ahead, and a missed one is skipped', () => {
  const at = (now: string, date = '2026-03-12', hasUnpaid = false) =>
    nextPlanAction({ date, status: undefined, hasUnpaid }, NEW_YORK, new Date(now))

  expect(at('2026-03-09T03:59:00Z')).toEqual({ type: 'wait' })
  expect(at('2026-03-09T04:00:00Z')).toEqual({ type: 'order' })
  expect(at('2026-03-12T23:00:00Z')).toEqual({ type: 'order' })
  expect(at('2026-03-13T04:00:00Z')).toEqual({ type: 'skip', reason: 'missed' })
  expect(at('2026-03-11T11:59:00Z', '2026-03-12', true)).toEqual({ type: 'wait' })
  expect(at('2026-03-11T12:00:00Z', '2026-03-12', true)).toEqual({
    type: 'skip',
    reason: 'unpaid_before',
  })
})

const due: ChargeState = {
  status: 'ordered',
  date: '2026-03-12',
  failedAttempts: 0,
  firstFailedAt: null,
  isApproved: false,
  isOrderCancelled: false,
  isDispatched: false,
  isPaid: false,
  isCovered: false,
  hasCard: true,
  isCardDeclined: false,
  hasOtherUnpaid: false,
  unknownSince: null,
}
const actionFor = (change: Partial<ChargeState>, now = '2026-03-12T12:00:00Z') =>
  nextChargeAction({ ...due, ...change }, NEW_YORK, new Date(now))

test('only today’s delivery is charged, from 06:00 on', () => {
  expect(actionFor({})).toEqual({ type: 'charge' })
  expect(actionFor({}, '2026-03-12T09:59:59Z')).toMatchObject({ type: 'wait' })
  // AU24: drivers have until the end of the next day to report.
  const missedAt = new Date('2026-03-14T04:00:00Z')
  for (const isDispatched of [true, false]) {
    expect(actionFor({ isDispatched }, '2026-03-13T04:00:00Z')).toEqual({
      type: 'wait',
      until: missedAt,
    })
    expect(actionFor({ isDispatched }, '2026-03-14T03:59:59Z')).toEqual({
      type: 'wait',
      until: missedAt,
    })
  }
  expect(actionFor({}, '2026-03-14T04:00:00Z')).toEqual({ type: 'skip', reason: 'missed' })
  expect(actionFor({ isDispatched: true }, '2026-03-14T04:00:00Z')).toEqual({
    type: 'skip',
    reason: 'missed_but_delivered',
  })
  expect(actionFor({ isApproved: true }, '2026-03-20T12:00:00Z')).toEqual({ type: 'charge' })
})

test.each([
  [
    'a cancelled order takes precedence over everything but a payment',
    { isOrderCancelled: true, unknownSince: new Date() },
    'cancel',
  ],
  [
    'a payment takes precedence over a cancellation',
    { isPaid: true, isOrderCancelled: true },
    'close',
  ],
  [
    'I4: an unknown outcome is resolved first',
    { unknownSince: new Date(), hasOtherUnpaid: true },
    'resolve_unknown',
  ],
  ['a delivery is skipped while another is unpaid', { hasOtherUnpaid: true }, 'skip'],
  ['nothing is charged without a card', { hasCard: false }, 'no_card'],
  [
    'R8: no attempt after the eighth decline',
    { failedAttempts: MAX_CHARGE_ATTEMPTS, firstFailedAt: new Date('2026-03-10Z') },
    'retries_exhausted',
  ],
  [
    'R8: no attempt after fourteen days',
    { failedAttempts: 1, firstFailedAt: new Date('2026-02-20Z') },
    'retries_exhausted',
  ],
  [
    'R8: a card declined for good is not charged again',
    { failedAttempts: 1, firstFailedAt: new Date('2026-03-12Z'), isCardDeclined: true },
    'wait',
  ],
] as const)('%s', (_, change, expected) => {
  expect(actionFor(change as Partial<ChargeState>).type).toBe(expected)
})

test('R8: at most eight attempts within fourteen days, with growing delays', () => {
  const first = new Date('2026-03-12T10:00:00Z')
  const times = [first]
  for (let attempts = 1; ; attempts++) {
    const check = nextCheck('soft', attempts, first, times.at(-1) ?? first)
    if (!check.isAttempt) break
    times.push(check.at)
  }

  expect(times).toHaveLength(MAX_CHARGE_ATTEMPTS)
  const last = times.at(-1)?.getTime() ?? 0
  expect(last - first.getTime()).toBeLessThan(RETRY_DAYS * 86_400_000)
  const delays = times.slice(1).map((at, n) => at.getTime() - (times[n]?.getTime() ?? 0))
  expect(delays).toEqual([...delays].sort((a, b) => a - b))
})

test('decline codes are classified as soft, hard or authentication', () => {
  expect(['insufficient_funds', 'generic_decline', 'processing_error'].map(declineKind)).toEqual([
    'soft',
    'soft',
    'soft',
  ])
  expect(['stolen_card', 'expired_card', 'lost_card'].map(declineKind)).toEqual([
    'hard',
    'hard',
    'hard',
  ])
  expect(declineKind('authentication_required')).toBe('authentication')
  expect(nextCheck('hard', 1, new Date(0), new Date(0)).isAttempt).toBe(false)
  expect(nextCheck('authentication', 1, new Date(0), new Date(0)).isAttempt).toBe(false)
})

test('AU14: a delivery on hold for its payment cannot be charged as missed', () => {
  const row = {
    status: 'ordered',
    date: '2026-03-12',
    failedAttempts: 0,
    isApproved: false,
    reason: null,
    orderId: '00000000-0000-4000-8000-000000000001',
  } as const
  // Its card was deleted, which is no attempt, and the request with a new card was lost.
  const firstFailedAt = new Date('2026-03-12T12:00:00Z')

  expect(canChargeMissed({ ...row, firstFailedAt }, '2026-03-15')).toBe(false)
  expect(canChargeMissed({ ...row, firstFailedAt: null }, '2026-03-15')).toBe(true)
})
