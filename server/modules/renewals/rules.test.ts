import { expect, test } from 'vitest'
import { cycleDate, RETRY_DAYS } from '#contract/dates/calendar.ts'
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

const NEW_YORK = 'America/New_York'

/** Counted on a paper calendar: day by day, with a table of month lengths and nothing else. */
function byHand(anchor: string, frequency: Frequency, n: number): string {
  const [y = 0, m = 0, d = 0] = anchor.split('-').map(Number)
  const isLeap = (year: number) => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const length = (year: number, month: number) =>
    [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
  let [year, month, day] = [y, m, d]
  const print = () => `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  if (frequency === 'monthly') {
    for (let step = 0; step < n; step++) {
      month += 1
      if (month > 12) [year, month] = [year + 1, 1]
    }
    day = Math.min(d, length(year, month))
    return print()
  }
  for (let left = n * (frequency === 'weekly' ? 7 : 14); left > 0; left--) {
    day += 1
    if (day > length(year, month)) [month, day] = [month + 1, 1]
    if (month > 12) [year, month] = [year + 1, 1]
  }
  return print()
}

test('R10: every anchor of a leap year, every frequency, sixty cycles: as counted by hand', () => {
  for (let day = 0; day < 366; day++) {
    const anchor = new Date(Date.UTC(2028, 0, 1 + day)).toISOString().slice(0, 10)
    for (const frequency of ['weekly', 'bi-weekly', 'monthly'] as const) {
      for (let n = 0; n <= 60; n++) {
        if (cycleDate(anchor, frequency, n) !== byHand(anchor, frequency, n)) {
          expect([anchor, frequency, n, cycleDate(anchor, frequency, n)]).toEqual(
            byHand(anchor, frequency, n),
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

test('a delivery is ordered three days ahead, and one that was missed is not made up for', () => {
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
  hasCard: true,
  isCardDeclined: false,
  hasOtherUnpaid: false,
  unknownSince: null,
}
const step = (change: Partial<ChargeState>, now = '2026-03-12T12:00:00Z') =>
  nextChargeAction({ ...due, ...change }, NEW_YORK, new Date(now))

test('only today’s delivery is charged, and from six on', () => {
  expect(step({})).toEqual({ type: 'charge' })
  expect(step({}, '2026-03-12T09:59:59Z')).toMatchObject({ type: 'wait' })
  // AU24: the drivers of that day have until the end of the next one to report.
  const decided = new Date('2026-03-14T04:00:00Z')
  for (const isDispatched of [true, false]) {
    expect(step({ isDispatched }, '2026-03-13T04:00:00Z')).toEqual({ type: 'wait', until: decided })
    expect(step({ isDispatched }, '2026-03-14T03:59:59Z')).toEqual({ type: 'wait', until: decided })
  }
  expect(step({}, '2026-03-14T04:00:00Z')).toEqual({ type: 'skip', reason: 'missed' })
  expect(step({ isDispatched: true }, '2026-03-14T04:00:00Z')).toEqual({
    type: 'skip',
    reason: 'missed_delivered',
  })
  expect(step({ isApproved: true }, '2026-03-20T12:00:00Z')).toEqual({ type: 'charge' })
})

test.each([
  [
    'called off comes before everything but paid',
    { isOrderCancelled: true, unknownSince: new Date() },
    'cancel',
  ],
  ['paid is paid', { isPaid: true, isOrderCancelled: true }, 'close'],
  [
    'I4: an unknown end is found out first',
    { unknownSince: new Date(), hasOtherUnpaid: true },
    'resolve_unknown',
  ],
  ['never beside another unpaid delivery', { hasOtherUnpaid: true }, 'skip'],
  ['without a card nobody is asked', { hasCard: false }, 'no_card'],
  [
    'R8: the eighth no was the last',
    { failedAttempts: MAX_CHARGE_ATTEMPTS, firstFailedAt: new Date('2026-03-10Z') },
    'retries_exhausted',
  ],
  [
    'R8: fourteen days are enough',
    { failedAttempts: 1, firstFailedAt: new Date('2026-02-20Z') },
    'retries_exhausted',
  ],
  [
    'R8: a card refused for good is not asked again',
    { failedAttempts: 1, firstFailedAt: new Date('2026-03-12Z'), isCardDeclined: true },
    'wait',
  ],
] as const)('%s', (_, change, expected) => {
  expect(step(change as Partial<ChargeState>).type).toBe(expected)
})

test('R8: at most eight tries within fourteen days, with gaps that grow', () => {
  const first = new Date('2026-03-12T10:00:00Z')
  const moments = [first]
  for (let tries = 1; ; tries++) {
    const look = nextCheck('soft', tries, first, moments.at(-1) ?? first)
    if (!look.isAttempt) break
    moments.push(look.at)
  }

  expect(moments).toHaveLength(MAX_CHARGE_ATTEMPTS)
  const last = moments.at(-1)?.getTime() ?? 0
  expect(last - first.getTime()).toBeLessThan(RETRY_DAYS * 86_400_000)
  const gaps = moments.slice(1).map((at, n) => at.getTime() - (moments[n]?.getTime() ?? 0))
  expect(gaps).toEqual([...gaps].sort((a, b) => a - b))
})

test('what the bank says once and for all is told from what may change', () => {
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

test('AU14: a delivery that is held for its payment is not offered to be charged as missed', () => {
  const row = {
    status: 'ordered',
    date: '2026-03-12',
    failedAttempts: 0,
    isApproved: false,
    reason: null,
    orderId: '00000000-0000-4000-8000-000000000001',
  } as const
  // Its card was gone on the day, which is no try, and the request with a new card got lost.
  const firstFailedAt = new Date('2026-03-12T12:00:00Z')

  expect(canChargeMissed({ ...row, firstFailedAt }, '2026-03-15')).toBe(false)
  expect(canChargeMissed({ ...row, firstFailedAt: null }, '2026-03-15')).toBe(true)
})
