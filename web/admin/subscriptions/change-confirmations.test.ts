import { expect, test } from 'vitest'
import type { IfCancelled } from '#contract/subscriptions/if-cancelled.ts'
import type { SubscriptionDetail } from '#contract/subscriptions/staff-subscriptions.ts'
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
  const ifCancelled = { cancelled: [], stillDelivered: [] }
  const textFor = (effect: Omit<NonNullable<IfCancelled['first']>, 'date'>) =>
    cancelConfirmation({
      ifCancelled: { ...ifCancelled, first: { date: '2026-03-05', ...effect } },
    }).body[0]
  const refunded = (toCard: string, asCredit: string) =>
    textFor({ cancelEffect: 'cancelled_and_refunded', refund: { toCard, asCredit } })

  expect(textFor({ cancelEffect: 'cancelled' })).toMatch(
    /^We'll cancel the first delivery on .*won't be charged/,
  )
  expect(refunded('9.28', '6.00')).toContain(
    'and refund $9.28 to the card and $6.00 as account credit.',
  )
  expect(refunded('0.00', '0.00')).toContain('Nothing is left to refund.')
  expect(textFor({ cancelEffect: 'still_delivered' })).toContain('still delivered and not refunded')
  expect(toText(cancelConfirmation({ ifCancelled }))).not.toContain('first delivery')
})

test('rule 17: the dialog names the dates that are cancelled', () => {
  const bodyFor = (cancelled: string[]) =>
    cancelConfirmation({ ifCancelled: { cancelled, stillDelivered: [] } }).body[0]

  expect(bodyFor([])).toBe("We'll cancel all future deliveries and charges.")
  expect(bodyFor(['2026-03-05'])).toContain("We'll cancel Mar 5, 2026")
})
