/** Every kind of email about an order. */
export const orderEmailKinds = [
  'order_confirmed',
  'payment_link',
  'terms_link',
  'order_cancelled',
  'order_refunded',
  'refund_failed',
  'out_for_delivery',
  'delivered',
  'subscription_cancelled',
  'card_problem',
  'card_authentication',
  'subscription_past_due',
  'subscription_disputed',
] as const

/** Emails about an upcoming delivery; they use the order template. */
export const deliveryEmailKinds = [
  'delivery_reminder',
  'delivery_skipped',
  'delivery_moved',
] as const

/** Rule 52: when the truck comes, or that this has changed. */
export const windowEmailKinds = ['delivery_window', 'delivery_window_withdrawn'] as const

/** Rule 58: the driver could not deliver. */
export const visitEmailKinds = ['delivery_failed'] as const

/** Rule 63: the truck is two stops away. */
export const trackingEmailKinds = ['truck_near'] as const

/**
 * Emails that a person needs to log in, or about changes of the account. They go out while the shop is paused
 * after a restore, too.
 */
export const securityEmailKinds = [
  'sign_in',
  'new_login',
  'staff_invitation',
  'staff_password_reset',
  'staff_two_step_on',
  'staff_two_step_off',
] as const

/** Hours after which an email of this kind is about the past. All others stay true. */
export const shelfLifeHours = {
  delivery_reminder: 72,
  delivery_window: 24,
  delivery_window_withdrawn: 24,
  out_for_delivery: 24,
  truck_near: 2,
} as const

/** Emails about an unpaid delivery; their copy depends on the subscription's card. */
export const paymentEmailKinds = [
  'card_problem',
  'card_authentication',
  'subscription_past_due',
] as const

export type OrderEmailKind =
  | (typeof orderEmailKinds)[number]
  | (typeof deliveryEmailKinds)[number]
  | (typeof windowEmailKinds)[number]
  | (typeof visitEmailKinds)[number]
  | (typeof trackingEmailKinds)[number]
