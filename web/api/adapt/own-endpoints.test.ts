import { expect, test } from 'vitest'
import { defaultPlanning } from '#contract/routes/planning-settings.ts'
import { ApiError } from '../request.ts'
import {
  adaptBottles,
  adaptDeposit,
  adaptErasurePreview,
  adaptNearEmails,
  adaptStatement,
  adaptUndeliveredRefund,
} from './account.ts'
import { adaptOrderDetail } from './detail.ts'
import { adaptFieldErrors } from './field-errors.ts'
import { readOrderState } from './order-state.ts'
import { requireRows, toRows } from './own-rows.ts'
import { adaptAppliedPlan, adaptChangedRoutes, adaptPlan } from './plan.ts'
import { adaptPoint } from './point.ts'
import { adaptChallenge } from './proof.ts'
import { adaptReceipt } from './receipt.ts'
import {
  adaptBooks,
  adaptBottleOverview,
  adaptImportedList,
  adaptInsights,
  adaptSetAside,
} from './reports.ts'
import { adaptSettings } from './settings.ts'
import { adaptSubscription, adaptSubscriptionDetail } from './subscription.ts'
import { adaptDayChange, adaptDayChangeResult, adaptUndoneDayChange, adaptZone } from './zones.ts'

const odd = [undefined, null, '', '<!doctype html>', 7, true, [], [1], {}]

const noCounts = { deliveries: 0, charges: 0, emails: 0, stops: 0, planned: 0, staying: 0 }

test.each([
  ['a deposit', adaptDeposit, { bottles: 0, amount: '0.00', movements: [] }],
  ['bottles', adaptBottles, { balance: 0, movements: [] }],
  ['the preview of an erasure', adaptErasurePreview, { blockedBy: [], cancels: [] }],
  ['a statement', adaptStatement, null],
  ['the refund of undelivered bottles', adaptUndeliveredRefund, null],
  ['the choice of emails', adaptNearEmails, null],
  ['a delivery point', adaptPoint, null],
  ['proofs of work', adaptChallenge, null],
  ['a receipt', adaptReceipt, { lines: [], photos: [], balance: null }],
  ['an applied plan', adaptAppliedPlan, { dropped: [] }],
  ['a zone', adaptZone, { zips: [], routeDays: [] }],
  ['a day change', adaptDayChange, { undoSeconds: 0, counts: noCounts }],
  ['an undone day change', adaptUndoneDayChange, { restored: 0, skipped: [] }],
  [
    'the result of a day change',
    adaptDayChangeResult,
    { deliveries: [], runDry: [], counts: noCounts },
  ],
  ['a payment set aside', adaptSetAside, { refunded: '0.00', isDisputed: false }],
  ['settings', adaptSettings, { routing: defaultPlanning }],
  ['a subscription', adaptSubscription, { paysBy: 'card' }],
  ['a subscription with details', adaptSubscriptionDetail, { subscription: { paysBy: 'card' } }],
])('for a backend without %s, the adapted reply is empty', (_, adapt, empty) => {
  for (const body of odd) expect(adapt(body)).toEqual(empty)
})

test.each([
  ['insights', adaptInsights],
  ['books', adaptBooks],
  ['the overview of bottles', adaptBottleOverview],
  ['a list of alerts', (body: unknown) => requireRows(body, 'alerts')],
])('a backend without %s is an error, not good news', (_, adapt) => {
  for (const body of odd.filter((value) => !Array.isArray(value)))
    expect(() => adapt(body)).toThrow(/^(not a list of|invalid)/)
})

test('fields that were sent are kept', () => {
  expect(adaptDeposit({ bottles: '2', amount: 12, movements: [{}], bottlesHeld: 3 })).toEqual({
    bottles: 2,
    amount: '12',
    movements: [{}],
    bottlesHeld: 3,
  })
  expect(
    adaptZone({ id: 'z', routeDays: [{ weekday: 1 }, { weekday: 2, everyWeeks: 2 }] }),
  ).toEqual({
    id: 'z',
    zips: [],
    routeDays: [
      { weekday: 1, everyWeeks: 1 },
      { weekday: 2, everyWeeks: 2 },
    ],
  })
  expect(adaptSettings({ name: 'Shop', routing: { secondsPerStop: 90 } })).toEqual({
    name: 'Shop',
    routing: { ...defaultPlanning, secondsPerStop: 90 },
  })
  expect(adaptSubscription({ id: 's', paysBy: 'invoice' })).toEqual({ id: 's', paysBy: 'invoice' })
  expect(adaptNearEmails({ isWanted: false })).toBe(false)
  expect(adaptPoint({ id: 'p', notes: 'x' })).toEqual({ id: 'p', notes: 'x' })
  const challenge = { token: 't', puzzles: 8, bits: 10 }
  expect(adaptChallenge(challenge)).toEqual(challenge)
  expect(adaptStatement({ months: [] })).toEqual({ months: [] })
})

test('a plan without lists has its id and empty lists', () => {
  expect(adaptPlan({}, 'p')).toEqual({ id: 'p', routes: [], leftOut: [], warnings: [] })
  expect(adaptPlan({ id: 'q', status: 'ready', warnings: ['late'] }, 'p')).toMatchObject({
    id: 'q',
    status: 'ready',
    warnings: ['late'],
  })
})

test('insights without subscriptions, deposits or a count hide or empty these', () => {
  const lists = { days: [], bottles: [], deliveries: [] }
  const insights = adaptInsights({ ...lists, needsAttention: { onHold: 2 } })

  expect(insights).toMatchObject({ recurring: null, deposits: { bottles: 0, cents: 0 } })
  expect(insights.needsAttention).toMatchObject({ onHold: 2, openCases: 0 })
})

test('states that a list of imports leaves out count as zero', () => {
  const { counts, rows, next } = adaptImportedList({ counts: { sent: 2 } })
  expect({ sent: counts.sent, agreed: counts.agreed, rows, next }).toEqual({
    sent: 2,
    agreed: 0,
    rows: [],
    next: null,
  })
})

test('details of an order without amounts can refund nothing, and hide what was not sent', () => {
  expect(adaptOrderDetail({})).toMatchObject({
    refundable: '0.00',
    refundableItems: [],
    refunds: [],
    tenders: [],
    disputes: [],
    paid: null,
    schedules: undefined,
    emails: undefined,
    history: undefined,
  })
  const detail = adaptOrderDetail({ refundable: '5.00', schedules: [{ id: 1 }] })
  expect(detail).toMatchObject({ refundableToCard: '5.00', refundableAsCredit: '5.00' })
  expect(detail.schedules?.[0]).toMatchObject({ id: '1', truckId: null })
})

test('rows are a list or none', () => {
  expect(toRows([1, 2])).toEqual([1, 2])
  for (const body of [undefined, null, {}, 'x']) expect(toRows(body)).toEqual([])
})

test('a rejection names fields and routes only if it is one of ours', () => {
  const { body } = new ApiError(409, '', '{"fields":{"a":"b","odd":7},"routes":[{"id":"r"}]}')
  expect(adaptFieldErrors(body)).toEqual({ a: 'b' })
  expect(adaptChangedRoutes(body)).toEqual([{ id: 'r' }])
  expect(adaptFieldErrors({ fields: 'all' })).toEqual({})
  expect(adaptChangedRoutes({ routes: 'all' })).toEqual([])
})

test('a live update that cannot be read is no update', () => {
  for (const text of ['', 'x', '7', 'null']) expect(readOrderState(text)).toBeUndefined()
  expect(readOrderState('{"status":"paid"}')).toEqual({
    status: 'paid',
    deliveryWindow: null,
    tracking: null,
  })
})
