import type { Scenario } from '../scenario.ts'
import { scenarioBase as base, noFaultRates } from '../scenario-base.ts'

/** Zones whose days are closed and moved, among skips, moves, cancellations and charges. */
const dayChanges = {
  ...base,
  name: 'day changes',
  seed: '1',
  days: 21,
  settlingDays: 9,
  people: 9,
  dayChanges: { times: 26, isLanding: false },
  activity: {
    subscriber: 1,
    subscriberActions: ['change', 'tap', 'cancel'],
    staff: 0.5,
    staffActions: ['cancel', 'deliver_ordered'],
  },
} satisfies Scenario

/** With _Route days only_ and processes that are killed. */
const routeDayChanges = {
  ...dayChanges,
  name: 'day changes on route days',
  dayChanges: { times: 26, isLanding: true },
  faultRates: { ...noFaultRates, database: 0.002, maxCallsBeforeKill: 3_000 },
} satisfies Scenario

export const dayScenarios = { dayChanges, routeDayChanges }
