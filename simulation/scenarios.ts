import type { IncidentRates } from './incidents.ts'
import type { Temper } from './ledger-rows.ts'
import type { Fate } from './network.ts'

export type OwnerAct = 'change' | 'tap' | 'cancel' | 'card' | 'pay'
export type StaffAct =
  | 'confirm'
  | 'deliver'
  | 'deliver_ordered'
  | 'cancel'
  | 'cancel_several'
  | 'refund'
  | 'for'
  | 'call_off'

/** How often, a person, and what of it. */
export type Habits = {
  owner: number
  staff: number
  /** Money that goes back by hand at the provider. */
  handRefunds: number
  /** Another sum on an intent before it is paid. */
  otherSums: number
  ownerActs: readonly OwnerAct[]
  staffActs: readonly StaffAct[]
}

export type Weather = {
  /** How likely a call to the provider, and one to the database, meets a fault. */
  network: number
  database: number
  /** After how many calls a process is dead at the latest. */
  longestLife: number
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
  weather: Weather
  /** What the network does when it fails. */
  fates?: readonly Fate[]
  /** Cards that turn out otherwise than good, and how many of all. */
  tempers?: readonly Temper[]
  badCards?: number
  /** Within how many days a card that is not good turns out so. */
  turnDays?: number
  /** Everybody subscribes to a delivery a week. */
  isWeekly?: boolean
  habits: Partial<Habits>
  incidents?: Partial<IncidentRates>
  /** How likely a message of the provider never arrives, where it is not one of ten. */
  lostMessages?: number
  /** When all our processes are off, in days from the beginning. */
  off?: { fromDay: number; days: number }
  /** From the first charge on the provider does what it is asked, and nobody hears of it. */
  muteHoursAfterCharge?: number
  /** An old backup is put back: what was written since is lost, and only the provider knows of it. */
  backup?: { takenOnDay: number; restoredOnDay: number }
  /** Whether several processes that are woken by the same thing begin at the same moment. */
  isTogether?: boolean
}

const fair: Weather = { network: 0, database: 0, longestLife: Number.POSITIVE_INFINITY }
const quiet = {
  days: 14,
  settlingDays: 2,
  people: 4,
  weather: fair,
  badCards: 0,
  isWeekly: true,
  isTogether: true,
  habits: {},
} as const

const all = {
  fairWeather: { ...quiet, name: 'fair weather', seed: '1' },
  lostAnswers: {
    ...quiet,
    name: 'lost answers',
    seed: '2',
    weather: { ...fair, network: 0.4 },
    lostMessages: 0.9,
    fates: ['answer lost'],
    habits: { staff: 3, staffActs: ['refund'] },
  },
  otherSums: {
    ...quiet,
    name: 'other sums',
    seed: '1',
    days: 18,
    tempers: ['broke'],
    badCards: 1,
    turnDays: 3,
    habits: { owner: 12, ownerActs: ['pay', 'pay', 'card'], otherSums: 24 },
  },
  calledOff: {
    ...quiet,
    name: 'called off',
    seed: '1',
    habits: { staff: 1, staffActs: ['call_off'] },
  },
  silentDay: { ...quiet, name: 'a silent day', seed: '1', muteHoursAfterCharge: 30 },
  oldBackup: {
    ...quiet,
    name: 'an old backup',
    seed: '1',
    days: 20,
    backup: { takenOnDay: 9, restoredOnDay: 16 },
  },
  handRefunds: {
    ...quiet,
    name: 'refunds by hand',
    seed: '1',
    weather: { ...fair, network: 0.3, database: 0.08 },
    // Each arrives in the end, so that what goes wrong is the receiver's fault.
    lostMessages: 0,
    habits: { handRefunds: 12 },
  },
  lostMessages: {
    ...quiet,
    name: 'lost messages',
    seed: '1',
    lostMessages: 0.8,
    habits: { handRefunds: 8 },
    incidents: { disputes: 1 },
  },
  detachedCards: {
    ...quiet,
    name: 'detached cards',
    seed: '1',
    tempers: ['detached'],
    badCards: 1,
    turnDays: 3,
  },
  paidByHand: {
    ...quiet,
    name: 'paid by hand',
    seed: '1',
    tempers: ['expired'],
    badCards: 1,
    turnDays: 3,
    habits: { owner: 10, ownerActs: ['pay'] },
  },
  cancels: {
    ...quiet,
    name: 'cancels',
    seed: '1',
    habits: { staff: 6, staffActs: ['cancel', 'cancel_several', 'cancel_several'] },
  },
  offOnTheDay: {
    ...quiet,
    name: 'off on the day',
    seed: '1',
    off: { fromDay: 10, days: 1.3 },
    habits: { staff: 4, staffActs: ['deliver_ordered'], owner: 8, ownerActs: ['pay'] },
  },
} satisfies Record<string, Scenario>

/** Each makes a mistake of its own kind likely, so that a short run is enough to find it. */
export const scenarios: Record<keyof typeof all, Scenario> = all
