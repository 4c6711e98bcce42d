import type { CaseKind } from '#contract/cases/cases.ts'
import type { CreditKind } from '#contract/credit.ts'
import type { Frequency } from '#contract/primitives.ts'
import type { Shop } from '#contract/shop.ts'
import type { OrderEmailKind } from './email-kinds.ts'
import type { ReceiptEmailData } from './receipt-email-data.ts'

/** Data of an order email, formatted for display. */
export type OrderEmailData = {
  kind: OrderEmailKind
  shop: Shop
  publicUrl: string
  orderNumber: string
  orderUrl: string
  payUrl: string
  /** The login page, where a guest finds the order by email address alone. */
  findUrl: string
  /** The page where the saved card can be changed. */
  billingUrl: string
  /** Rule 66: where the customer reports a problem with a delivered order, after logging in. */
  reportUrl: string
  name: string
  address: string[]
  deliveryDate: string
  /** Rule 46: the time window that the customer chose, such as '8:00 AM – 12:00 PM'. */
  selectedWindow?: string
  frequency: Frequency | null
  items: { name: string; quantity: number; amount: string }[]
  subtotal: string
  /** Discounts, deposits and fees with their sign, such as '-$2.70'. */
  adjustments: { label: string; amount: string }[]
  total: string
  /** On a reminder: the change deadline and the one-tap links. */
  change?: { until: string; links: { label: string; url: string }[] }
  /** On a reminder: items that are not available, and the page to swap them until the deadline. */
  leftOut?: { items: string; swapUrl: string | null }
  /** On a pay link: until when it can be used. */
  payBy?: string
  /** Rule 39: the terms of an invoice, in days; on emails before it is invoiced as well. */
  netDays?: number
  /** How to pay an order that is not paid by card, as a sentence. */
  due?: string
  /** Rule 43: what account credit pays of the total, and what is left to charge. */
  credit?: { used: string; due: string }
  /** The refund of a cancelled order, to the card and as account credit. */
  refund?: string
  creditRefund?: string
  /** On a refund email: the refund, the total paid, and the reason if it is known. */
  refunded?: {
    amount: string
    paid: string | null
    reason: string | null
    isCredit: boolean
    /** Paid back without the card, such as 'in cash'. */
    tender?: string | null
    /** Rule 59: where the customer can have it sent to the card instead of credit. */
    cardUrl?: string | undefined
    /** Such as '2 × Spring Water'; empty on a refund of an amount. */
    items: string[]
  }
  /** Why a delivery was skipped; completes a sentence after "because". */
  reason?: string
  /** On a delivery that a closed date or a day change moved. */
  moved?: {
    from: string
    closedFor: string
    isClosed: boolean
    isChargedThen: boolean
    /** The chosen time window, if the new date does not have it. */
    lostWindow?: string
  }
  /** Rule 52: when the truck comes, such as '9:15 AM' to '10:45 AM'. */
  window?: { from: string; to: string }
  /** Rule 58: completes a sentence after "but"; `again` is the next date, if there is one. */
  failed?: { on: string; reason: string; again?: string | undefined; isGivenUp?: boolean }
  /** Rule 63: how many stops are left before this one, and when the truck is expected. */
  near?: { stopsBefore: number; from: string; to: string }
  /** On emails about paying a delivery of a subscription. */
  card?: {
    /** The subscription has no saved card. */
    isMissing: boolean
    /** The subscription is charged to the customer's default card. */
    usesDefaultCard: boolean
  }
}

/** Login link and code. */
export type SignInEmailData = {
  kind: 'sign_in'
  shop: Shop
  publicUrl: string
  url: string
  code: string
}

/** Notifies a customer or staff of a login from a new browser. */
export type NewLoginEmailData = {
  kind: 'new_login'
  isStaff: boolean
  shop: Shop
  publicUrl: string
  browser: string
  at: string
  accountUrl: string
}

/** Notifies a subscriber of a change and the resulting plan. */
export type SubscriptionChangedEmailData = {
  kind: 'subscription_changed'
  title: string
  lines: string[]
  /** Set if the shop made the change, so that the customer need not check it. */
  isByShop?: boolean
  manageUrl: string
} & Pick<PriceIncreaseEmailData, 'shop' | 'publicUrl' | 'number'>

/** Asks the owner of a subscription about a higher price, or withdraws the question (rule 32). */
export type PriceIncreaseEmailData = {
  kind: 'price_increase' | 'price_increase_withdrawn'
  shop: Shop
  publicUrl: string
  number: string
  productName: string
  oldPrice: string
  newPrice: string
  sentences: string[]
  /** Null if the new price applies without an answer. */
  agree: { label: string; url: string } | null
  changeUrl: string
}

/** Asks an imported customer to agree, or confirms what was agreed to (rule 67). */
export type AgreementEmailData = {
  kind: 'agreement_request' | 'agreement_confirmed'
  shop: Shop
  publicUrl: string
  name: string
  items: string[]
  frequency: Frequency
  total: string
  deliveryDate: string
  consent: string[]
  url: string
  /** How long the link works. */
  days: number
}

/** Notifies staff that an alert opened or ended. */
export type AlertEmailData = {
  kind: 'alert_opened' | 'alert_ended'
  shop: Shop
  publicUrl: string
  title: string
  message: string
  dashboardUrl: string
}

/** Invites someone to the staff portal, or lets staff set a new password. */
export type StaffLinkEmailData = {
  kind: 'staff_invitation' | 'staff_password_reset'
  shop: Shop
  publicUrl: string
  url: string
  /** The role of the invitation. */
  role: string | null
  /** Email address of the owner who sent it. */
  sender: string
}

/** Email to a customer to whose account credit was added. */
export type CreditEmailData = {
  kind: 'credit_added'
  shop: Shop
  publicUrl: string
  name: string
  amount: string
  balance: string
  cause: CreditKind
  creditUrl: string
}

/** Rule 39: what a customer owes by invoice, month by month; amounts with their sign. */
export type StatementEmailData = {
  kind: 'invoice_statement'
  shop: Shop
  publicUrl: string
  name: string
  month: string
  opening: string
  closing: string
  overdue: string | null
  lines: { date: string; text: string; amount: string }[]
  statementUrl: string
}

/** Confirms a reported problem, or sends the answer to it (rule 66). */
export type CaseEmailData = {
  kind: 'case_received' | 'case_answered'
  shop: Shop
  publicUrl: string
  orderNumber: string
  name: string
  problem: CaseKind
  /** The customer's report. */
  text: string
  /** The decision of staff as a sentence, and their message. Empty when it was received. */
  answer: string
  message: string
  caseUrl: string
}

/** Notifies staff that two-step verification was turned on or off. */
export type TwoStepEmailData = {
  kind: 'staff_two_step_on' | 'staff_two_step_off'
  shop: Shop
  publicUrl: string
  accountUrl: string
}

/** Renders an email as HTML and text. Injected, because the templates are built separately. */
export type RenderEmail = (
  email:
    | OrderEmailData
    | SignInEmailData
    | AlertEmailData
    | AgreementEmailData
    | NewLoginEmailData
    | PriceIncreaseEmailData
    | StaffLinkEmailData
    | CreditEmailData
    | StatementEmailData
    | CaseEmailData
    | ReceiptEmailData
    | TwoStepEmailData
    | SubscriptionChangedEmailData,
) => Promise<{ subject: string; html: string; text: string }>
