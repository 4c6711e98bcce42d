import type { ProofChallenge } from './payments/proof.ts'

/** All expected errors: code, HTTP status and default message. */
export const failures = {
  invalid: [400, 'Check your entries and try again.'],
  amount_too_small: [400, 'This amount is less than any product costs. Review your cart.'],
  malformed: [400, "We couldn't read this request."],
  no_token: [400, 'No token provided'],
  link_invalid: [400, 'This link has expired. Request a new one.'],
  code_invalid: [400, 'This code is incorrect or has expired.'],
  unknown_order: [400, 'Order not found.'],
  unknown_truck: [400, 'Truck not found.'],
  unknown_driver: [400, 'Driver not found.'],
  bad_return_url: [400, 'The return URL must be on this site.'],
  bad_signature: [400, 'The signature is invalid.'],
  not_signed_in: [401, 'Please log in.'],
  wrong_password: [401, 'Incorrect email or password.'],
  two_step_required: [401, 'Enter the code from your authenticator app.'],
  two_step_code_invalid: [401, "This code isn't correct or was already used."],
  forbidden: [403, "You don't have permission to do this."],
  not_permitted: [403, "Your role doesn't allow this. Ask an owner of the shop."],
  two_step_setup_required: [403, 'Set up two-step verification to continue.'],
  confirmation_required: [403, "Confirm it's you to continue."],
  account_disabled: [403, 'This account is disabled. Ask an owner of the shop.'],
  driver_login: [403, "Drivers can't log in here."],
  cross_site: [403, 'This request came from another site.'],
  not_found: [404, 'Not found.'],
  stale: [409, 'Someone else changed this. Review it and try again.'],
  already_staff: [409, 'This email address already has a staff account.'],
  two_step_on: [409, 'Two-step verification is already on.'],
  two_step_off: [409, 'Two-step verification is off.'],
  last_owner: [409, 'This is the only owner. Make someone else an owner first.'],
  not_set_aside: [409, 'This payment is no longer set aside.'],
  still_failing: [409, 'It failed again. You can refund it instead.'],
  nothing_to_refund: [409, 'This is more than the amount left to refund.'],
  not_given_back: [409, 'No part of this delivery was refunded as account credit.'],
  not_by_card: [409, "The card didn't pay for this, so it stays account credit."],
  credit_used: [409, "This credit already pays for another order, so it can't go to the card."],
  already_placed: [409, 'This order was placed already. Open it in Orders to check it.'],
  no_saved_card: [409, 'This customer has no saved card that we may charge.'],
  no_invoice_terms: [409, "This customer can't pay by invoice. Ask a manager to allow it."],
  nothing_due: [409, 'Nothing is due on this order.'],
  more_than_due: [409, 'This is more than the amount still due.'],
  already_reversed: [409, 'This payment was reversed already.'],
  already_refunded: [409, 'This payment was refunded already.'],
  report_closed: [409, 'The 48 hours to report a problem are over.'],
  already_reported: [409, "You've already reported this. We'll email you as soon as we can."],
  case_answered: [409, 'This case was answered already.'],
  erasure_blocked: [
    409,
    "We can't delete your account yet. You have an order that hasn't been delivered.",
  ],
  not_recurring: [409, 'Only a recurring order can be cancelled.'],
  price_changed: [409, 'Prices have changed since you filled your cart. Review your order.'],
  credit_changed: [
    409,
    'Your account credit has changed. Review the amount due and place your order again.',
  ],
  product_unavailable: [409, 'An item in your cart is no longer available. Review your cart.'],
  product_sold_out: [409, 'An item in your cart is sold out. Review your cart.'],
  already_answered: [409, 'This was answered already.'],
  cannot_accept: [409, "This entry can't count. If it should, enter it manually and dismiss it."],
  already_returned: [
    409,
    'This customer has returned bottles that came with this line, so it has to stay.',
  ],
  already_subscribed: [409, 'You already have a subscription at this address.'],
  terms_changed: [409, 'The price or the date has changed. Review it and agree again.'],
  no_card_yet: [409, 'Enter your card first.'],
  price_started: [409, 'This price is already in effect. Set a new price instead.'],
  price_withdrawn: [409, 'This price increase no longer applies. Your price stays the same.'],
  checkout_ended: [409, 'Your card was declined too many times. Try again with a different card.'],
  not_due: [409, "We'll charge your saved card on the delivery date. There's nothing to pay now."],
  past_cutoff: [409, "It's too late to change this delivery. We're already preparing it."],
  not_active: [409, "You can't do this while the subscription is cancelled or past due."],
  payment_disputed: [
    409,
    'A payment of this subscription is disputed. Deliveries can resume once the dispute is settled.',
  ],
  no_delivery: [409, "We couldn't find this delivery."],
  bad_date: [409, 'Choose a date between your previous and next deliveries.'],
  stop_exists: [409, 'This delivery already has a stop on a truck.'],
  order_cancelled: [409, "This order was cancelled. There's nothing to deliver."],
  route_closed: [409, 'This route is closed. It can no longer be changed.'],
  route_out: [409, 'This route is already out.'],
  not_published: [409, 'Publish this route first.'],
  not_out: [409, "This route isn't out yet."],
  no_stops: [409, 'This route has no stops.'],
  before_cutoff: [409, 'Customers can still change deliveries of this date.'],
  truck_deleted: [409, 'The truck of this route was deleted. Move its stops to another truck.'],
  driver_disabled: [409, 'This driver is disabled. Choose another one.'],
  driver_busy: [409, 'This driver already has a route on this date.'],
  zip_taken: [409, 'A ZIP code belongs to another zone.'],
  no_route_day: [409, "We don't deliver to this ZIP code on this date. Choose another one."],
  zip_not_served: [409, "We don't deliver to this ZIP code yet."],
  date_full: [409, 'This date is full. Choose another one.'],
  day_changed: [409, 'This day was changed already.'],
  undo_expired: [409, "It's too late to undo this."],
  closed_date: [409, "We're closed on this date. Choose another one."],
  nothing_to_plan: [409, "There's nothing to plan on this date."],
  no_standing_order: [
    409,
    'No truck has a standing order for this weekday. Save one from a published route first.',
  ],
  too_many_plans: [409, 'Other plans are being computed. Try again in a minute.'],
  no_room: [409, "This delivery doesn't fit on any route of this date. Choose one manually."],
  plan_ended: [409, 'This plan is no longer open. Make a new one.'],
  no_default_card: [409, "You don't have a default card. Set one in Billing."],
  card_declined: [
    409,
    'The bank permanently declined this card. The customer needs to update it first.',
  ],
  books_differ: [
    409,
    "The payment provider has payments that we can't match to an order. Check the alerts on the dashboard, then resume the shop.",
  ],
  not_paused: [409, "The shop isn't paused."],
  link_expired: [409, "It's too late to change this delivery."],
  not_payable: [409, 'This order can no longer be paid.'],
  too_large: [413, 'This is too large.'],
  unsupported: [415, 'Send JSON.'],
  proof_required: [
    429,
    "Your browser couldn't complete a short security check. Reload the page and try again.",
  ],
  too_many: [429, 'Too many attempts. Wait a few minutes and try again.'],
  code_locked: [
    429,
    'Too many codes were tried for this email address today. Use the link in the email instead.',
  ],
  internal: [500, 'Something went wrong on our side. Try again.'],
  busy: [503, 'Someone else is changing this right now. Try again in a moment.'],
  backup_failed: [503, "We couldn't write the backup. Check the folder and its free space."],
  not_compared: [
    503,
    "We couldn't compare your books with the payment provider's. The shop stays paused. Try again.",
  ],
  unavailable: [503, "We can't save anything right now. Try again in a few minutes."],
  portal_unavailable: [
    503,
    "We can't open the billing page right now. Try again later or contact us.",
  ],
  shop_paused: [
    503,
    "We're not taking orders right now. You haven't been charged. Try again in a few hours.",
  ],
  cards_unavailable: [
    503,
    "We can't process cards right now. You haven't been charged. Try again in a few minutes.",
  ],
} as const satisfies Record<string, readonly [status: number, text: string]>

export type FailureCode = keyof typeof failures

export type FieldErrors = Record<string, string>

export type RouteVersions = {
  routeId: string
  truckId: string
  /** Null if there was no route yet. */
  expectedVersion: number | null
  /** Null if it no longer exists. */
  version: number | null
  /** The staff member who changed it last; null if none did. */
  changedBy?: string | null
  changedAt?: string
}

/** Extra data of a rejection, in addition to its message. */
export type FailureDetails = {
  /** Sent as the Retry-After header. */
  retryAfterSeconds?: number
  /** Routes that were changed since: the version that the plan was made from, and the present one. */
  routes?: RouteVersions[]
  /** Proof of work that the browser must do before it retries. */
  challenge?: ProofChallenge
  /** Rule 46: the next dates that can be ordered instead. */
  dates?: readonly string[]
}

/** An expected error whose message is shown to the user. */
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

/** Returns the error for a reached rate limit, with the time until the next attempt is allowed. */
export function tooManyRequests(retryAfterSeconds: number, reason = 'Too many attempts.'): Failure {
  const message = `${reason} Wait ${waitText(retryAfterSeconds)} and try again.`
  return new Failure('too_many', message, undefined, { retryAfterSeconds })
}

function waitText(seconds: number): string {
  if (seconds <= 15) return 'a few seconds'
  if (seconds <= 60) return 'a minute'
  if (seconds <= 3600) return `${Math.ceil(seconds / 60)} minutes`
  return seconds <= 7200 ? 'two hours' : `${Math.ceil(seconds / 3600)} hours`
}
