import { expect, test } from 'vitest'
import type { SubscriptionDetail } from '#contract/subscriptions/staff-subscriptions.ts'
import type { Delivery } from '#contract/subscriptions/subscriptions.ts'
import {
  type ConfirmationCopy,
  cancelConfirmation,
  chargeConfirmation,
  chargeMissedConfirmation,
  releaseConfirmation,
  resumeConfirmation,
  retryConfirmation,
} from './change-confirmations.ts'

const cycle = { cycle: 1, date: '2026-03-12', total: '15.28' } as SubscriptionDetail['cycles'][0]

const copies = (paysBy: 'card' | 'invoice'): ConfirmationCopy[] => {
  const owner = { paysBy }
  return [
    chargeConfirmation(cycle, owner),
    chargeMissedConfirmation(cycle, owner),
    releaseConfirmation(cycle, owner),
    resumeConfirmation(owner),
    retryConfirmation(cycle, owner),
  ]
}

const toText = ({ title, body, confirmLabel, successMessage }: ConfirmationCopy) =>
  [title, ...body, confirmLabel, successMessage].join(' ')

test('rule 39: no dialog about a subscription on invoice mentions a card charge', () => {
  for (const copy of copies('invoice'))
    expect(toText(copy)).not.toMatch(/saved card|charging card|We'll charge|retrying the card/i)
  expect(chargeConfirmation(cycle, { paysBy: 'invoice' }).title).toBe('Invoice $15.28 now?')
})

test('the dialogs of other subscriptions name the card', () => {
  const copy = chargeConfirmation(cycle, { paysBy: 'card' })
  expect(toText(copy)).toContain("We'll charge the saved card once")
})

test('rule 17: the dialog explains what happens to the first delivery, if it is still to be made', () => {
  const subscription = { ifCancelled: { cancelled: [], stillDelivered: [] }, next: null }
  const textFor = (cancelEffect: 'cancelled' | 'cancelled_and_refunded' | 'still_delivered') =>
    cancelConfirmation({ subscription, firstDelivery: { date: '2026-03-05', cancelEffect } })
      .body[0]

  expect(textFor('cancelled')).toMatch(/^We'll cancel the first delivery on .*won't be charged/)
  expect(textFor('cancelled_and_refunded')).toContain('refund what is left of its payment')
  expect(textFor('still_delivered')).toContain('still delivered and not refunded')
  expect(toText(cancelConfirmation({ subscription }))).not.toContain('first delivery')
})

test('rule 17: the dialog does not promise to cancel a delivery that is charged already', () => {
  const next = { date: '2026-03-05', orderId: 'o1', status: 'paid' } as Delivery
  const subscription = { ifCancelled: { cancelled: [], stillDelivered: [] }, next }

  expect(cancelConfirmation({ subscription }).body[0]).toBe(
    "We'll cancel all future deliveries and charges.",
  )
  const planned = { ...subscription, next: { ...next, orderId: null } }
  expect(cancelConfirmation({ subscription: planned }).body[0]).toContain(
    "We'll cancel Mar 5, 2026",
  )
})
