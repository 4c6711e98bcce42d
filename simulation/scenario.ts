import type { CardBehavior } from './provider/ledger-rows.ts'
import type { CallOutcome } from './provider/network.ts'

type SubscriberAction = 'change' | 'tap' | 'cancel' | 'card' | 'pay' | 'agree'
export type StaffAction =
  | 'confirm'
  | 'deliver'
  | 'deliver_ordered'
  | 'cancel'
  | 'cancel_several'
  | 'refund'
  | 'change_subscription'
  | 'withdraw_ordered'
  | 'give_credit'
  | 'return_bottles'
  | 'refund_items'

export type OfficeAction =
  | 'phone_order'
  | 'subscribe'
  | 'receive'
  | 'reverse'
  | 'pay_back'
  | 'terms'

/** Number of actions per customer during the run, and the kinds of actions to pick from. */
export type ActivityRates = {
  subscriber: number
  staff: number
  /** Refunds made in the provider's dashboard. */
  manualRefunds: number
  /** Changes of an intent's amount before it is paid. */
  amountChanges: number
  subscriberActions: readonly SubscriberAction[]
  staffActions: readonly StaffAction[]
  /** Phone orders, invoices and what is received for them. */
  office: number
  officeActions: readonly OfficeAction[]
}

export type FaultRates = {
  /** Probability that a call to the provider, or to the database, fails. */
  network: number
  database: number
  /** Maximum number of calls before a process is killed. */
  maxCallsBeforeKill: number
}

/** Incidents: number per customer, or probability per event. */
export type IncidentRates = {
  disputes: number
  deletedCustomers: number
  /** Number of price changes, and of products that become unavailable. */
  priceChanges: number
  discontinued: number
  /** Number of times that a product is sold out for some days. */
  soldOut: number
  /** Payments that are processed for minutes or days before they succeed or fail. */
  slowPayments: number
  slowRefunds: number
  /** Refunds that the card's bank rejects days later. */
  failedRefunds: number
}

/**
 * A run with one kind of fault, without the outages and clock skews of random runs. The seed determines
 * the rest.
 */
export type Scenario = {
  name: string
  seed: string
  days: number
  settlingDays: number
  people: number
  faultRates: FaultRates
  /** Possible outcomes of a failing call. */
  callOutcomes?: readonly CallOutcome[]
  /** Behaviors of bad cards, and their share of all cards. */
  behaviors?: readonly CardBehavior[]
  badCards?: number
  /** Number of days within which a bad card starts to fail. */
  failWithinDays?: number
  /** All customers subscribe to weekly deliveries. */
  isWeekly?: boolean
  activity: Partial<ActivityRates>
  incidents?: Partial<IncidentRates>
  /** How often the owner changes tax or deposit; 0 by default, and both are off. */
  moneyChanges?: number
  /** How often the owner closes dates or opens them again; 0 by default. */
  closedDates?: number
  /** How often staff close or move a day, and whether _Route days only_ is on. */
  dayChanges?: { times: number; isLanding: boolean }
  /** Probability that a webhook is never delivered; 0.1 by default. */
  lostWebhooks?: number
  /** Period in which all shop processes are down, in days from the start. */
  downtime?: { fromDay: number; days: number }
  /** Hours from the first charge in which the provider processes requests but its responses are lost. */
  dropResponsesHoursAfterCharge?: number
  /** Restores an old backup: later writes are lost, and only the provider has records of them. */
  backup?: { takenOnDay: number; restoredOnDay: number }
  /** Whether processes triggered by the same event start at the same time. */
  startsTogether?: boolean
}
