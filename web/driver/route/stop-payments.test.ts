import { expect, test } from 'vitest'
import { testEvent, testId, testRoute, testStop } from '#tests/support/driver/route-data.ts'
import type { StoredEvent } from '../storage/database.ts'
import type { NewEvent } from '../storage/outbox.ts'
import { viewRoute } from './route-view.ts'

const stored = (number: number, changes: object, status: StoredEvent['status'] = 'waiting') =>
  ({
    event: { ...testEvent(number, changes as Partial<NewEvent>), schema: 1, deviceSeq: number },
    status,
  }) as StoredEvent
const paid = (number: number, amount: string, status?: StoredEvent['status'], changes = {}) =>
  stored(
    number,
    { type: 'payment-received', payload: { method: 'cash', amount }, ...changes },
    status,
  )
const tender = (number: number, amount: string) => ({
  id: testId(1000 + number),
  method: 'check' as const,
  amount,
})
const viewMoney = (stop: Parameters<typeof testStop>[1], events: StoredEvent[]) =>
  viewRoute(testRoute({ stops: [testStop(1, stop)] }), events).visits[0]?.deliveries[0]?.money

test('a payment entered on this phone is listed and no longer due, before the server has received it', () => {
  expect(viewMoney({ amountDue: '24.50' }, [paid(1, '20.00')])).toMatchObject({
    payments: [{ method: 'cash', cents: 2000, isWaitingToSend: true, canUndo: true }],
    dueCents: 450,
  })
})

test('a payment that the server already has counts once', () => {
  const stop = { amountDue: '4.50', received: [tender(1, '20.00')] }
  expect(viewMoney(stop, [paid(1, '20.00', 'sent')])).toMatchObject({
    payments: [{ cents: 2000, isWaitingToSend: false }],
    dueCents: 450,
  })
})

test('a payment recorded by another phone or dispatch is listed and cannot be undone here', () => {
  expect(viewMoney({ amountDue: null, received: [tender(7, '24.50')] }, [])).toEqual({
    payments: [
      {
        id: testId(1007),
        method: 'check',
        cents: 2450,
        at: null,
        isWaitingToSend: false,
        canUndo: false,
      },
    ],
    dueCents: 0,
    owedCents: 0,
  })
  const other = paid(1, '5.00', 'sent', { deviceId: testId(29) })
  expect(viewMoney({}, [other])?.payments).toMatchObject([{ canUndo: false }])
})

test('an undone payment is due again, also while the server still has it', () => {
  const undo = stored(2, { type: 'superseded', supersedes: testId(1001) })
  expect(viewMoney({ amountDue: '24.50' }, [paid(1, '24.50'), undo])).toEqual({
    payments: [],
    dueCents: 2450,
    owedCents: 2450,
  })
  const stop = { amountDue: null, received: [tender(1, '24.50')] }
  expect(viewMoney(stop, [paid(1, '24.50', 'sent'), undo])).toMatchObject({
    payments: [],
    dueCents: 2450,
  })
})

test('only others change what was owed, also if the customer paid more than was due', () => {
  const undo = stored(2, { type: 'superseded', supersedes: testId(1001) })
  const stop = { amountDue: '24.50' }
  expect(viewMoney(stop, [])).toMatchObject({ dueCents: 2450, owedCents: 2450 })
  expect(viewMoney(stop, [paid(1, '30.00')])).toMatchObject({ dueCents: 0, owedCents: 2450 })
  expect(viewMoney(stop, [paid(1, '30.00'), undo])).toMatchObject({
    dueCents: 2450,
    owedCents: 2450,
  })
  const received = { amountDue: '4.50', received: [tender(1, '20.00')] }
  expect(viewMoney(received, [paid(1, '20.00', 'sent')])).toMatchObject({ owedCents: 2450 })
})

test('a route that an earlier version of the app saved has no list of payments', () => {
  expect(viewMoney({ amountDue: '24.50' }, [])).toMatchObject({ payments: [], dueCents: 2450 })
})

test('money counts once for an order with two stops, at any of them', () => {
  const { orderId } = testStop(1)
  const moneyAt = (due: Parameters<typeof testStop>[1], events: StoredEvent[]) =>
    viewRoute(
      testRoute({ stops: [testStop(1, due), testStop(2, { ...due, orderId })] }),
      events,
    ).visits.map(({ deliveries: [{ money }] }) => money)
  const payments = [{ cents: 2000, canUndo: true }]
  const first = { payments, dueCents: 450 }
  expect(moneyAt({ amountDue: '24.50' }, [paid(1, '20.00')])).toMatchObject([first, first])
  const known = { amountDue: '4.50', received: [tender(1, '20.00')] }
  expect(moneyAt(known, [paid(1, '20.00', 'sent')])).toMatchObject([first, first])
  // It is undone at the other stop.
  const undo = stored(2, { type: 'superseded', supersedes: testId(1001), stopId: testId(102) })
  const none = { payments: [], dueCents: 2450 }
  expect(moneyAt(known, [paid(1, '20.00', 'sent'), undo])).toMatchObject([none, none])
})
