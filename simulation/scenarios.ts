import { dayScenarios } from './days/day-scenarios.ts'
import { officeScenarios } from './office/office-scenarios.ts'
import type { OfficeAction } from './office/office-work.ts'
import type { IncidentRates } from './people/incidents.ts'
import type { CardBehavior } from './provider/ledger-rows.ts'
import type { CallOutcome } from './provider/network.ts'
import { scenarioBase as base, noFaultRates } from './scenario-base.ts'

export type SubscriberAction = 'change' | 'tap' | 'cancel' | 'card' | 'pay' | 'agree'
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

const all = {
  ...officeScenarios,
  ...dayScenarios,
  noFaults: { ...base, name: 'no faults', seed: '1' },
  lostResponses: {
    ...base,
    name: 'lost responses',
    seed: '2',
    faultRates: { ...noFaultRates, network: 0.4 },
    lostWebhooks: 0.9,
    callOutcomes: ['response lost'],
    activity: { staff: 3, staffActions: ['refund'] },
  },
  amountChanges: {
    ...base,
    name: 'amount changes',
    seed: '1',
    days: 18,
    behaviors: ['broke'],
    badCards: 1,
    failWithinDays: 3,
    activity: { subscriber: 12, subscriberActions: ['pay', 'pay', 'card'], amountChanges: 24 },
  },
  credit: {
    ...base,
    name: 'credit',
    seed: '1',
    days: 24,
    behaviors: ['broke'],
    badCards: 0.3,
    failWithinDays: 10,
    activity: {
      subscriber: 5,
      subscriberActions: ['change', 'change', 'tap', 'cancel', 'pay'],
      staff: 10,
      staffActions: ['give_credit', 'give_credit', 'cancel', 'cancel_several', 'refund'],
    },
  },
  taxAndDeposit: {
    ...base,
    name: 'tax and deposit',
    seed: '1',
    days: 42,
    behaviors: ['broke'],
    badCards: 0.2,
    failWithinDays: 20,
    moneyChanges: 14,
    activity: {
      subscriber: 2,
      subscriberActions: ['pay'],
      staff: 16,
      staffActions: [
        'give_credit',
        'give_credit',
        'return_bottles',
        'return_bottles',
        'return_bottles',
        'refund_items',
        'refund_items',
        'refund_items',
        'refund_items',
        'refund',
        'withdraw_ordered',
      ],
    },
  },
  cancelledOrders: {
    ...base,
    name: 'cancelled orders',
    seed: '1',
    activity: { staff: 1, staffActions: ['withdraw_ordered'] },
  },
  responsesLostForADay: {
    ...base,
    name: 'responses lost for a day',
    seed: '1',
    dropResponsesHoursAfterCharge: 30,
  },
  oldBackup: {
    ...base,
    name: 'an old backup',
    seed: '1',
    days: 20,
    backup: { takenOnDay: 9, restoredOnDay: 16 },
  },
  manualRefunds: {
    ...base,
    name: 'manual refunds',
    seed: '8',
    faultRates: { ...noFaultRates, network: 0.3, database: 0.08 },
    // Every webhook arrives in the end, so that a violation is the receiver's fault.
    lostWebhooks: 0,
    activity: { manualRefunds: 12 },
  },
  lostWebhooks: {
    ...base,
    name: 'lost webhooks',
    seed: '1',
    lostWebhooks: 0.8,
    activity: { manualRefunds: 8 },
    incidents: { disputes: 1 },
  },
  detachedCards: {
    ...base,
    name: 'detached cards',
    seed: '1',
    behaviors: ['detached'],
    badCards: 1,
    failWithinDays: 3,
  },
  paidManually: {
    ...base,
    name: 'manual payments',
    seed: '1',
    behaviors: ['expired'],
    badCards: 1,
    failWithinDays: 3,
    activity: { subscriber: 10, subscriberActions: ['pay'] },
  },
  cancels: {
    ...base,
    name: 'cancellations',
    seed: '1',
    activity: { staff: 6, staffActions: ['cancel', 'cancel_several', 'cancel_several'] },
  },
  catalogChanges: {
    ...base,
    name: 'catalog changes',
    seed: '1',
    days: 45,
    activity: { subscriber: 6, subscriberActions: ['agree', 'agree', 'tap'] },
    incidents: { priceChanges: 4, discontinued: 0.5, soldOut: 3 },
  },
  downOnDeliveryDay: {
    ...base,
    name: 'down on delivery day',
    seed: '1',
    downtime: { fromDay: 10, days: 1.3 },
    activity: {
      staff: 4,
      staffActions: ['deliver_ordered'],
      subscriber: 8,
      subscriberActions: ['pay'],
    },
  },
} satisfies Record<string, Scenario>

/** Each scenario makes one kind of bug likely, so that a short run finds it. */
export const scenarios: Record<keyof typeof all, Scenario> = all
