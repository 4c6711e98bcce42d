import type { IncidentRates } from './people/incidents.ts'
import type { CardBehavior } from './provider/ledger-rows.ts'
import type { CallOutcome } from './provider/network.ts'

export type SubscriberAction = 'change' | 'tap' | 'cancel' | 'card' | 'pay'
export type StaffAction =
  | 'confirm'
  | 'deliver'
  | 'deliver_ordered'
  | 'cancel'
  | 'cancel_several'
  | 'refund'
  | 'for'
  | 'withdraw_ordered'

/** How often, a person, and what of it. */
export type ActivityRates = {
  subscriber: number
  staff: number
  /** Money that goes back by hand at the provider. */
  manualRefunds: number
  /** Another sum on an intent before it is paid. */
  amountChanges: number
  subscriberActions: readonly SubscriberAction[]
  staffActions: readonly StaffAction[]
}

export type FaultRates = {
  /** How likely a call to the provider, and one to the database, meets a fault. */
  network: number
  database: number
  /** After how many calls a process is dead at the latest. */
  maxCallsBeforeKill: number
}

/**
 * A world that is made to meet one kind of trouble, without the outages and wrong clocks of any other.
 * The seed decides the rest.
 */
export type Scenario = {
  name: string
  seed: string
  days: number
  settlingDays: number
  people: number
  faultRates: FaultRates
  /** What the network does when it fails. */
  callOutcomes?: readonly CallOutcome[]
  /** Cards that turn out otherwise than good, and how many of all. */
  behaviors?: readonly CardBehavior[]
  badCards?: number
  /** Within how many days a card that is not good turns out so. */
  failWithinDays?: number
  /** Everybody subscribes to a delivery a week. */
  isWeekly?: boolean
  activity: Partial<ActivityRates>
  incidents?: Partial<IncidentRates>
  /** How likely a message of the provider never arrives, where it is not one of ten. */
  lostWebhooks?: number
  /** When all our processes are off, in days from the beginning. */
  downtime?: { fromDay: number; days: number }
  /** From the first charge on the provider does what it is asked, and nobody hears of it. */
  dropResponsesHoursAfterCharge?: number
  /** An old backup is put back: what was written since is lost, and only the provider knows of it. */
  backup?: { takenOnDay: number; restoredOnDay: number }
  /** Whether several processes that are woken by the same thing begin at the same moment. */
  startsTogether?: boolean
}

const noFaultRates: FaultRates = {
  network: 0,
  database: 0,
  maxCallsBeforeKill: Number.POSITIVE_INFINITY,
}
const quiet = {
  days: 14,
  settlingDays: 2,
  people: 4,
  faultRates: noFaultRates,
  badCards: 0,
  isWeekly: true,
  startsTogether: true,
  activity: {},
} as const

const all = {
  noFaults: { ...quiet, name: 'noFaultRates faultRates', seed: '1' },
  lostResponses: {
    ...quiet,
    name: 'lost answers',
    seed: '2',
    faultRates: { ...noFaultRates, network: 0.4 },
    lostWebhooks: 0.9,
    callOutcomes: ['answer lost'],
    activity: { staff: 3, staffActions: ['refund'] },
  },
  amountChanges: {
    ...quiet,
    name: 'other sums',
    seed: '1',
    days: 18,
    behaviors: ['broke'],
    badCards: 1,
    failWithinDays: 3,
    activity: { subscriber: 12, subscriberActions: ['pay', 'pay', 'card'], amountChanges: 24 },
  },
  cancelledOrders: {
    ...quiet,
    name: 'called off',
    seed: '1',
    activity: { staff: 1, staffActions: ['withdraw_ordered'] },
  },
  responsesLostForADay: {
    ...quiet,
    name: 'a silent day',
    seed: '1',
    dropResponsesHoursAfterCharge: 30,
  },
  oldBackup: {
    ...quiet,
    name: 'an old backup',
    seed: '1',
    days: 20,
    backup: { takenOnDay: 9, restoredOnDay: 16 },
  },
  manualRefunds: {
    ...quiet,
    name: 'refunds by hand',
    seed: '1',
    faultRates: { ...noFaultRates, network: 0.3, database: 0.08 },
    // Each arrives in the end, so that what goes wrong is the receiver's fault.
    lostWebhooks: 0,
    activity: { manualRefunds: 12 },
  },
  lostWebhooks: {
    ...quiet,
    name: 'lost messages',
    seed: '1',
    lostWebhooks: 0.8,
    activity: { manualRefunds: 8 },
    incidents: { disputes: 1 },
  },
  detachedCards: {
    ...quiet,
    name: 'detached cards',
    seed: '1',
    behaviors: ['detached'],
    badCards: 1,
    failWithinDays: 3,
  },
  paidManually: {
    ...quiet,
    name: 'paid by hand',
    seed: '1',
    behaviors: ['expired'],
    badCards: 1,
    failWithinDays: 3,
    activity: { subscriber: 10, subscriberActions: ['pay'] },
  },
  cancels: {
    ...quiet,
    name: 'cancels',
    seed: '1',
    activity: { staff: 6, staffActions: ['cancel', 'cancel_several', 'cancel_several'] },
  },
  downOnDeliveryDay: {
    ...quiet,
    name: 'off on the day',
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

/** Each makes a mistake of its own kind likely, so that a short run is enough to find it. */
export const scenarios: Record<keyof typeof all, Scenario> = all
