import { expect, test } from 'vitest'
import { actorName, auditActionLabel, auditSubject, fieldChanges } from './audit-labels.ts'

test('an action has a readable label', () => {
  expect(auditActionLabel('order.updated')).toBe('Order updated')
  expect(auditActionLabel('truck.bulk_imported')).toBe('Truck bulk imported')
  expect(auditActionLabel('email.resent')).toBe('Email resent')
})

test('actions on one row and on many have the same subject', () => {
  expect([auditSubject('order.updated'), auditSubject('orders.exported')]).toEqual([
    'order',
    'order',
  ])
})

test('changes are listed field by field with readable values', () => {
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

test('statuses and booleans have readable labels', () => {
  expect(
    fieldChanges(
      { status: 'active', isHeld: true, nextTryAt: null },
      { status: 'past_due', isHeld: false, nextTryAt: null },
    ),
  ).toEqual([
    { label: 'Status', before: 'active', after: 'past due' },
    { label: 'On hold', before: 'yes', after: 'no' },
    { label: 'Next attempt', before: 'none', after: 'none' },
  ])
})

test('a created row has no before value, a deleted row no after value', () => {
  expect(
    fieldChanges({}, { amountCents: 1250, scheduledDate: '2026-03-05', receivedOn: '2026-03-06' }),
  ).toEqual([
    { label: 'Amount', before: undefined, after: '$12.50' },
    { label: 'Scheduled date', before: undefined, after: 'Mar 5, 2026' },
    { label: 'Received on', before: undefined, after: 'Mar 6, 2026' },
  ])
  expect(fieldChanges({ licensePlate: 'B 1' }, {})).toEqual([
    { label: 'License plate', before: 'B 1', after: undefined },
  ])
})

test('staff are named by email address, other actors by kind', () => {
  expect(actorName({ actor: 'staff', staffEmail: 'ana@example.com' })).toBe('ana@example.com')
  expect(actorName({ actor: 'system', staffEmail: '' })).toBe('Automatic')
  expect(actorName({ actor: 'customer', staffEmail: '' })).toBe('Customer')
  expect(actorName({ actor: 'unknown', staffEmail: '' })).toBe('Not logged in')
})
