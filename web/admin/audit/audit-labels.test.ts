import { expect, test } from 'vitest'
import { actorName, auditActionLabel, auditSubject, fieldChanges } from './audit-labels.ts'

test('a action is said in words', () => {
  expect(auditActionLabel('order.updated')).toBe('Order updated')
  expect(auditActionLabel('truck.bulk_imported')).toBe('Truck bulk imported')
})

test('what was done to one and what was done to many are of one kind', () => {
  expect([auditSubject('order.updated'), auditSubject('orders.exported')]).toEqual([
    'order',
    'order',
  ])
})

test('what changed is told field by field, as people read it', () => {
  expect(
    fieldChanges(
      { deliveryStatus: 'scheduled', truckId: null, notes: 'Ring twice' },
      { deliveryStatus: 'failed', truckId: '0a1b2c3d-0000-4000-8000-000000000000', notes: '' },
    ),
  ).toEqual([
    { label: 'Delivery status', before: 'scheduled', after: 'failed' },
    { label: 'Truck', before: 'none', after: '0a1b2c3d' },
    { label: 'Notes', before: 'Ring twice', after: 'none' },
  ])
})

test('states and yes or no are told in words', () => {
  expect(
    fieldChanges(
      { status: 'active', isHeld: true, nextTryAt: null },
      { status: 'past_due', isHeld: false, nextTryAt: null },
    ),
  ).toEqual([
    { label: 'Status', before: 'active', after: 'past due' },
    { label: 'Held', before: 'yes', after: 'no' },
    { label: 'Next try', before: 'none', after: 'none' },
  ])
})

test('what is made has no before, what is gone has no after', () => {
  expect(fieldChanges({}, { amountCents: 1250, scheduledDate: '2026-03-05' })).toEqual([
    { label: 'Amount', before: undefined, after: '$12.50' },
    { label: 'Scheduled date', before: undefined, after: 'Mar 5, 2026' },
  ])
  expect(fieldChanges({ licensePlate: 'B 1' }, {})).toEqual([
    { label: 'License plate', before: 'B 1', after: undefined },
  ])
})

test('staff are named by their address, others by what they are', () => {
  expect(actorName({ actor: 'staff', staffEmail: 'ana@example.com' })).toBe('ana@example.com')
  expect(actorName({ actor: 'system', staffEmail: '' })).toBe('Automatic')
  expect(actorName({ actor: 'customer', staffEmail: '' })).toBe('Customer')
  expect(actorName({ actor: 'unknown', staffEmail: '' })).toBe('Not logged in')
})
