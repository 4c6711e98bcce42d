import { expect, test } from 'vitest'
import { hadCharging } from './soak-jobs.ts'
import { checkRenewals, describeRenewals } from './soak-renewals.ts'

const subscribers = [
  { orderId: 'a', deliveryDate: '2026-11-03' },
  { orderId: 'b', deliveryDate: '2026-11-05' },
]
const paid = [
  { subscriptionId: 'a', date: '2026-11-10', status: 'paid' },
  { subscriptionId: 'b', date: '2026-11-12', status: 'paid' },
]
const today = '2026-11-17'
const isOk = (cycles: typeof paid, hasCharged = true) => {
  const renewals = checkRenewals(subscribers, cycles, { today, hadCharging: () => hasCharged })
  return describeRenewals(renewals).map((check) => check.isOk)
}

test('the soak passes if every subscription was charged every week, except today', () => {
  expect(checkRenewals(subscribers, paid, { today, hadCharging: () => true })).toEqual({
    due: 2,
    paid: 2,
    unpaid: [],
    idleDates: [],
  })
  expect(isOk(paid)).toEqual([true, true, true, true])
})

test('a renewal that was skipped, or never planned, on a day with charging fails the soak', () => {
  const skipped = { subscriptionId: 'b', date: '2026-11-12', status: 'skipped' }
  expect(isOk([...paid.slice(0, 1), skipped])).toEqual([true, true, false, true])
  expect(isOk(paid.slice(0, 1))).toEqual([true, true, false, true])
  expect(isOk([])).toEqual([true, false, false, true])
})

test('a day without charging fails by its own name', () => {
  expect(isOk(paid.slice(0, 1), false)).toEqual([true, true, true, false])
})

test('charging ran on a date if one of two processes started and ended a run on it', () => {
  const runs = new Map([['2026-11-10', new Set([1, 2, 3])]])
  expect(hadCharging({ chargingRuns: runs }, '2026-11-10')).toBe(true)
  // Two ends may belong to runs of two processes that started the night before.
  expect(hadCharging({ chargingRuns: new Map([['x', new Set([1, 2])]]) }, 'x')).toBe(false)
  expect(hadCharging({ chargingRuns: runs }, '2026-11-11')).toBe(false)
})
