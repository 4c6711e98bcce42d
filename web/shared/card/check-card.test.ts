import { expect, test } from 'vitest'
import { checkCard } from './check-card.ts'

const today = '2026-03-05'
const good = { number: '4242 4242 4242 4242', expiry: '12/30', code: '123' }

test('a valid card has no errors', () => {
  expect(checkCard(good, today)).toEqual({})
  expect(checkCard({ number: '3782 822463 10005', expiry: '03/26', code: '1234' }, today)).toEqual(
    {},
  )
})

test('an empty form has an error for all three fields', () => {
  expect(checkCard({ number: '', expiry: '', code: '' }, today)).toEqual({
    number: 'Please enter the card number',
    expiry: 'Please enter the expiry date as MM/YY',
    code: 'Please enter the 3-digit security code',
  })
})

test('a short number, a wrong check digit, a past expiry and a one-digit code are rejected', () => {
  expect(checkCard({ ...good, number: '4242 4242' }, today)).toHaveProperty('number')
  expect(checkCard({ ...good, number: '4242 4242 4242 4241' }, today)).toHaveProperty('number')
  expect(checkCard({ ...good, expiry: '02/26' }, today)).toEqual({
    expiry: 'This card has expired',
  })
  expect(checkCard({ ...good, code: '1' }, today)).toHaveProperty('code')
})

test('the length of the security code depends on the brand', () => {
  expect(checkCard({ ...good, number: '3782 822463 10005' }, today)).toEqual({
    code: 'Please enter the 4-digit security code',
  })
  expect(checkCard({ ...good, code: '1234' }, today)).toHaveProperty('code')
})
