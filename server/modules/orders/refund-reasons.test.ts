import { expect, test } from 'vitest'
import { refundReasonForStaff, refundReasonInEmail } from './refund-reasons.ts'

test.each([
  ['intent belongs to no order', 'Payment without an order'],
  ['other terms than agreed', 'Wrong amount charged'],
  ['order was cancelled', 'Order cancelled'],
  ['Order cancelled', 'Order cancelled'],
  ['paid after the link had ended', 'Paid after the link expired'],
  [
    'subscription cancelled before its cut-off',
    'Subscription cancelled before the change deadline',
  ],
  ['customer erased before the cut-off', 'Customer account deleted'],
  ['The paid order could not be confirmed', "We couldn't confirm the order"],
  ['Not delivered', 'Not delivered'],
])('staff read the stored reason "%s" as "%s"', (stored, label) =>
  expect(refundReasonForStaff(stored)).toBe(label),
)

test.each(['The truck was late', 'constructor'])(
  'a typed reason is for staff only: %s',
  (typed) => {
    expect(refundReasonForStaff(typed)).toBe(typed)
    expect(refundReasonInEmail(typed)).toBeNull()
  },
)
