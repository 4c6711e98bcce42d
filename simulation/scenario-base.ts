import type { FaultRates } from './scenario.ts'

export const noFaultRates: FaultRates = {
  network: 0,
  database: 0,
  maxCallsBeforeKill: Number.POSITIVE_INFINITY,
}

/** A short run of weekly subscriptions without faults. */
export const scenarioBase = {
  days: 14,
  settlingDays: 2,
  people: 4,
  faultRates: noFaultRates,
  badCards: 0,
  isWeekly: true,
  startsTogether: true,
  activity: {},
} as const
