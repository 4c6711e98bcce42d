import { nextChargeAction, nextCheck, nextPlanAction } from '#server/modules/renewals/rules.ts'
import { cadenceDate } from '#server/modules/subscriptions/cycle-dates.ts'
import type { Rules } from './memory-rows.ts'

/** A deliberate bug in one of the rules. */
export type RuleMutant = { name: string; foundBy: string; rules: Partial<Rules> }

export const ruleMutants: readonly RuleMutant[] = [
  {
    name: 'a cancellation is ignored',
    foundBy: '1',
    rules: {
      nextChargeAction: (state, ...at) =>
        nextChargeAction({ ...state, isOrderCancelled: false }, ...at),
    },
  },
  {
    name: 'charged again while the outcome is unknown',
    foundBy: '1',
    rules: {
      nextChargeAction: (state, ...at) => nextChargeAction({ ...state, unknownSince: null }, ...at),
    },
  },
  {
    name: 'missed dates are billed later',
    foundBy: '1',
    rules: {
      nextChargeAction: (state, ...at) =>
        nextChargeAction(
          { ...state, isApproved: state.isApproved || state.status === 'ordered' },
          ...at,
        ),
    },
  },
  {
    name: 'an unpaid delivery blocks nothing',
    foundBy: '1',
    rules: {
      nextPlanAction: (planned, ...at) => nextPlanAction({ ...planned, hasUnpaid: false }, ...at),
      nextChargeAction: (state, ...at) =>
        nextChargeAction({ ...state, hasOtherUnpaid: false }, ...at),
    },
  },
  {
    name: 'retried forever',
    foundBy: '2',
    rules: {
      nextChargeAction: ({ failedAttempts, firstFailedAt, ...state }, calendar, now) =>
        nextChargeAction(
          {
            ...state,
            failedAttempts: Math.min(failedAttempts, 1),
            firstFailedAt: firstFailedAt && now,
          },
          calendar,
          now,
        ),
      nextCheck: (kind, _, first, now) => nextCheck(kind, 1, first, now),
    },
  },
  {
    name: 'a card is charged after a hard decline',
    foundBy: '5',
    rules: {
      nextChargeAction: (state, ...at) =>
        nextChargeAction({ ...state, isCardDeclined: false }, ...at),
    },
  },
  {
    name: 'the 31st drifts',
    foundBy: '102',
    rules: {
      cadenceDate: (cadence, cycle) => {
        let date = cadence.anchor
        for (let n = cadence.anchorCycle; n < cycle; n++) {
          date = cadenceDate({ ...cadence, anchor: date, anchorCycle: n }, n + 1)
        }
        return date
      },
    },
  },
]
