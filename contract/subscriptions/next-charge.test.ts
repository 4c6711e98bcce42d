import { expect, test } from 'vitest'
import { nextChargeText } from './next-charge.ts'
import type { Delivery } from './subscriptions.ts'

const delivery = (date: string, status: Delivery['status']) =>
  ({ date, status, total: '22.92' }) as Delivery

test('the next charge is for the first delivery that is neither paid nor unpaid', () => {
  const upcoming = delivery('2026-03-12', 'planned')

  for (const status of ['paid', 'unpaid', 'failed'] as const) {
    const next = delivery('2026-03-05', status)
    expect(nextChargeText({ status: 'active', next, calendar: [next, upcoming] })).toBe(
      'Your next charge is $22.92 on Thursday, March 12, 2026.',
    )
  }
})

test('without planned deliveries there is no charge, and a paused subscription is shown as paused', () => {
  const skipped = [delivery('2026-03-12', 'skipped')]

  expect(nextChargeText({ status: 'paused', next: null, calendar: skipped })).toBe(
    "You won't be charged until you resume.",
  )
  expect(nextChargeText({ status: 'past_due', next: null, calendar: [] })).toBe(
    "You won't be charged again.",
  )
})
