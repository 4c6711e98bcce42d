import type { Scenario } from '../scenario.ts'
import { scenarioBase as base, noFaultRates } from '../scenario-base.ts'

/** Phone orders on delivery and by invoice, with cash, checks and what is paid back of them. */
const tenders = {
  ...base,
  name: 'tenders',
  seed: '1',
  days: 24,
  settlingDays: 9,
  people: 3,
  moneyChanges: 6,
  activity: {
    staff: 8,
    staffActions: ['give_credit', 'return_bottles', 'refund_items', 'cancel', 'cancel_several'],
    office: 32,
    officeActions: [
      'phone_order',
      'phone_order',
      'receive',
      'receive',
      'receive',
      'reverse',
      'pay_back',
    ],
  },
} satisfies Scenario

/** A week of them, for the mutants: it finds each one with some seed, in a third of the calls. */
const weekOfTenders = {
  ...tenders,
  name: 'a week of tenders',
  days: 6,
  settlingDays: 3,
  people: 2,
  activity: { ...tenders.activity, office: 16 },
} satisfies Scenario

/** Offices on invoice whose products, dates and terms change, with weeks in which nothing runs. */
const invoices = {
  ...base,
  name: 'invoices',
  seed: '1',
  days: 34,
  settlingDays: 8,
  people: 2,
  closedDates: 7,
  moneyChanges: 6,
  downtime: { fromDay: 17, days: 8 },
  activity: {
    subscriber: 8,
    subscriberActions: ['change', 'change', 'tap', 'pay', 'agree', 'agree'],
    staff: 8,
    staffActions: ['give_credit', 'deliver_ordered', 'withdraw_ordered', 'withdraw_ordered'],
    office: 36,
    officeActions: ['subscribe', 'receive', 'receive', 'receive', 'reverse', 'pay_back', 'terms'],
  },
  incidents: { priceChanges: 2, discontinued: 0.5, soldOut: 3 },
} satisfies Scenario

/** Less than half of them, which still finds most bugs in them. */
const fewInvoices = {
  ...invoices,
  name: 'few invoices',
  days: 16,
  settlingDays: 4,
  downtime: { fromDay: 7, days: 4 },
  activity: { ...invoices.activity, subscriber: 5, staff: 5, office: 14 },
} satisfies Scenario

/** Many with processes that are killed and statements that fail. */
const invoicesWithFaults = {
  ...invoices,
  name: 'invoices with faults',
  faultRates: { ...noFaultRates, network: 0.1, database: 0.01, maxCallsBeforeKill: 2_000 },
} satisfies Scenario

export const officeScenarios = { tenders, weekOfTenders, invoices, fewInvoices, invoicesWithFaults }
