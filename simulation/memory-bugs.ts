import { chargeStep, nextLook, planStep } from '#server/modules/renewals/rules.ts'
import { dateOfCycle } from '#server/modules/subscriptions/cycle-dates.ts'
import type { Rules } from './memory-rows.ts'

/** A mistake in one of the rules. */
export type RuleBug = { name: string; foundBy: string; rules: Partial<Rules> }

export const ruleBugs: readonly RuleBug[] = [
  {
    name: 'cancel is not looked at',
    foundBy: '1',
    rules: {
      chargeStep: (state, ...at) => chargeStep({ ...state, isOrderCancelled: false }, ...at),
    },
  },
  {
    name: 'asked anew while nobody knows',
    foundBy: '1',
    rules: { chargeStep: (state, ...at) => chargeStep({ ...state, unknownSince: null }, ...at) },
  },
  {
    name: 'missed dates are billed later',
    foundBy: '1',
    rules: {
      chargeStep: (state, ...at) =>
        chargeStep({ ...state, isApproved: state.isApproved || state.status === 'ordered' }, ...at),
    },
  },
  {
    name: 'an unpaid delivery blocks nothing',
    foundBy: '1',
    rules: {
      planStep: (planned, ...at) => planStep({ ...planned, hasUnpaid: false }, ...at),
      chargeStep: (state, ...at) => chargeStep({ ...state, hasOtherUnpaid: false }, ...at),
    },
  },
  {
    name: 'tried without end',
    foundBy: '2',
    rules: {
      chargeStep: ({ tries, firstFailedAt, ...state }, zone, now) =>
        chargeStep(
          { ...state, tries: Math.min(tries, 1), firstFailedAt: firstFailedAt && now },
          zone,
          now,
        ),
      nextLook: (kind, _, first, now) => nextLook(kind, 1, first, now),
    },
  },
  {
    name: 'a card is asked after its last word',
    foundBy: '5',
    rules: { chargeStep: (state, ...at) => chargeStep({ ...state, isCardRefused: false }, ...at) },
  },
  {
    name: 'the 31st drifts',
    foundBy: '102',
    rules: {
      dateOfCycle: (rhythm, cycle) => {
        let date = rhythm.anchor
        for (let n = rhythm.anchorCycle; n < cycle; n++) {
          date = dateOfCycle({ ...rhythm, anchor: date, anchorCycle: n }, n + 1)
        }
        return date
      },
    },
  },
]
