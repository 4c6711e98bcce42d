import type { ProofChallenge } from './payments/proof.ts'

/** Every deliberate failure: its code, the status that carries it, and its default words. */
export const failures = {
  invalid: [400, 'Please check what you entered.'],
  amount_too_small: [400, 'This amount is less than any product costs. Please review your cart.'],
  malformed: [400, 'The request could not be read.'],
  no_token: [400, 'No token provided'],
  link_invalid: [400, 'This link is no longer valid. Please ask for a new one.'],
  code_invalid: [400, 'This code is not right or no longer valid.'],
  unknown_order: [400, 'There is no such order.'],
  unknown_truck: [400, 'There is no such truck.'],
  bad_return_url: [400, 'The return address must be one of this shop.'],
  bad_signature: [400, 'The signature does not fit.'],
  not_signed_in: [401, 'Please sign in.'],
  wrong_password: [401, 'Email or password is wrong.'],
  forbidden: [403, 'You may not do this.'],
  cross_site: [403, 'This request came from another site.'],
  not_found: [404, 'Not found.'],
  stale: [409, 'Somebody else has changed this meanwhile. Please look again.'],
  not_set_aside: [409, 'This payment is no longer set aside.'],
  still_failing: [409, 'It failed again. You can refund it instead.'],
  nothing_to_refund: [409, 'There is not that much left to refund.'],
  erasure_blocked: [409, 'Your account cannot be erased yet: an order is still to be delivered.'],
  not_recurring: [409, 'Only a recurring order can be cancelled.'],
  price_changed: [409, 'Prices have changed since you filled your cart. Please review your order.'],
  product_gone: [409, 'A product in your cart is no longer sold. Please review your cart.'],
  checkout_ended: [
    409,
    'The card was declined too often, so this checkout has ended. Please try again with another card.',
  ],
  not_due: [
    409,
    'This delivery is charged to the saved card on its date. There is nothing to pay now.',
  ],
  past_cutoff: [409, 'It is too late to change this delivery: it is being prepared.'],
  not_active: [409, 'This cannot be done while the subscription is cancelled or unpaid.'],
  payment_disputed: [
    409,
    'A payment of this subscription is disputed. Deliveries can resume once the dispute is settled.',
  ],
  no_delivery: [409, 'There is no such delivery to change.'],
  bad_date: [409, 'This date does not fit between the deliveries before and after it.'],
  no_default_card: [409, 'There is no default card yet. Please choose one under Billing.'],
  card_declined: [409, 'The bank refused this card for good. The customer has to change it first.'],
  link_expired: [409, 'This link is no longer valid: the delivery can no longer be changed.'],
  not_payable: [409, 'This order can no longer be paid.'],
  too_large: [413, 'That is more than this shop can read at once.'],
  unsupported: [415, 'Please send JSON.'],
  proof_required: [
    429,
    'Your browser could not complete a short security check. Please reload the page and try again.',
  ],
  too_many: [429, 'Too many tries. Please wait a little and try again.'],
  code_locked: [
    429,
    'Too many codes were tried for this address today. Please use the link in the email instead.',
  ],
  internal: [500, 'Something went wrong on our side. Please try again.'],
  portal_unavailable: [
    503,
    'We cannot open the billing page right now. Please try again later or contact us.',
  ],
  cards_unavailable: [
    503,
    'Card payments do not answer at the moment. You have not been charged; please try again.',
  ],
} as const satisfies Record<string, readonly [status: number, text: string]>

export type FailureCode = keyof typeof failures

export type FieldErrors = Record<string, string>

/** What a refusal carries besides its words. */
export type FailureDetails = {
  /** Sent as Retry-After: when the same request may succeed. */
  retryAfterSeconds?: number
  /** Work that a browser does before it tries again. */
  challenge?: ProofChallenge
}

/** A refusal that is meant for the person who asked. */
export class Failure extends Error {
  readonly code: FailureCode
  readonly status: number
  readonly fields: FieldErrors | undefined
  readonly details: FailureDetails

  constructor(
    code: FailureCode,
    message?: string,
    fields?: FieldErrors,
    details: FailureDetails = {},
  ) {
    super(message ?? failures[code][1])
    this.name = 'Failure'
    this.code = code
    this.status = failures[code][0]
    this.fields = fields
    this.details = details
  }
}

/** A limit that was reached, with the time after which it is worth trying again. */
export function tooManyRequests(retryAfterSeconds: number, reason = 'Too many tries.'): Failure {
  const message = `${reason} Please wait ${waitText(retryAfterSeconds)} and try again.`
  return new Failure('too_many', message, undefined, { retryAfterSeconds })
}

function waitText(seconds: number): string {
  if (seconds <= 15) return 'a few seconds'
  if (seconds <= 60) return 'a minute'
  if (seconds <= 3600) return `${Math.ceil(seconds / 60)} minutes`
  return seconds <= 7200 ? 'two hours' : `${Math.ceil(seconds / 3600)} hours`
}
