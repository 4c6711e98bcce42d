import { expect, test } from 'vitest'
import { deliveryBadge, reasonLabel } from './delivery-labels.ts'

const missed = { status: 'skipped', reason: 'missed_but_delivered', isOnHold: false } as const

test('rule 39: a missed delivery of a subscription on invoice is not invoiced, others not charged', () => {
  expect(deliveryBadge(missed, 'invoice')).toEqual(['Delivered, not invoiced', 'warning'])
  expect(deliveryBadge(missed)).toEqual(['Delivered, not charged', 'warning'])
  expect(reasonLabel('missed_but_delivered', 'invoice')).toBe(
    'Delivered on a day no invoices were made.',
  )
  expect(reasonLabel('missed_but_delivered')).toBe('Delivered on a day no charges ran.')
  expect(reasonLabel('staff', 'invoice')).toBe('Skipped by staff.')
})
