import type { Frequency } from '#contract/primitives.ts'
import type { Shop } from '#contract/shop.ts'

/** Every occasion on which a mail tells of an order. */
export const orderEmailKinds = [
  'order_confirmed',
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

/** Those that tell of a delivery to come, in the form of a mail about its order. */
export const deliveryEmailKinds = ['delivery_reminder', 'delivery_skipped'] as const

/** Those about the money of a delivery, which say what its subscription does. */
export const paymentEmailKinds = [
  'card_problem',
  'card_authentication',
  'subscription_past_due',
] as const

export type OrderEmailKind = (typeof orderEmailKinds)[number] | (typeof deliveryEmailKinds)[number]

/** Everything that a mail about an order says, in the form in which it is said. */
export type OrderEmailData = {
  kind: OrderEmailKind
  shop: Shop
  publicUrl: string
  orderNumber: string
  orderUrl: string
  payUrl: string
  /** Where a guest, too, finds the order: by the address alone. */
  findUrl: string
  /** Where the saved card is changed. */
  billingUrl: string
  name: string
  address: string[]
  deliveryDate: string
  frequency: Frequency | null
  items: { name: string; quantity: number; sum: string }[]
  subtotal: string
  /** What is added to the subtotal or taken off it, with its sign: '-$2.70'. */
  adjustments: { label: string; amount: string }[]
  total: string
  /** On a reminder: the moment until which the delivery can be changed, and what can be done at once. */
  change?: { until: string; links: { label: string; url: string }[] }
  /** What is refunded with a cancelled order. */
  refund?: string
  /** On a mail about one refund: its amount, what had been paid in all, and why, where known. */
  refunded?: { amount: string; paid: string | null; why: string | null }
  /** Why a delivery does not come. */
  why?: string
  /** On mails about paying a delivery of a subscription. */
  card?: {
    /** There is no card that could be charged. */
    isMissing: boolean
    /** A new default card of its owner is charged by itself. */
    usesDefaultCard: boolean
  }
}

/** How to sign in, by link or by code. */
export type SignInEmailData = {
  kind: 'sign_in'
  shop: Shop
  publicUrl: string
  url: string
  code: string
}

/** Tells a customer of a login from a browser not seen before. */
export type NewLoginEmailData = {
  kind: 'new_login'
  shop: Shop
  publicUrl: string
  browser: string
  at: string
  accountUrl: string
}

/** Tells the owner of a subscription what was changed, and how it stands now. */
export type SubscriptionChangedEmailData = {
  kind: 'subscription_changed'
  shop: Shop
  publicUrl: string
  number: string
  title: string
  lines: string[]
  manageUrl: string
}

/** Tells staff of an alert that has opened or ended. */
export type AlertEmailData = {
  kind: 'alert_opened' | 'alert_ended'
  shop: Shop
  publicUrl: string
  title: string
  message: string
  dashboardUrl: string
}

/** Turns a letter into its two forms. The templates are built apart, so this is handed in. */
export type RenderEmail = (
  letter:
    | OrderEmailData
    | SignInEmailData
    | AlertEmailData
    | NewLoginEmailData
    | SubscriptionChangedEmailData,
) => Promise<{ subject: string; html: string; text: string }>
