import type { FailureReason } from './events.ts'

/** For drivers and staff, in the order of how often they happen. */
export const reasonLabels: Record<FailureReason, string> = {
  'nobody-home': 'Nobody home',
  'no-access': 'No access',
  dog: 'Dog',
  refused: 'Refused',
  closed: 'Closed',
  'wrong-address': 'Wrong address',
  'no-bottles-left': 'No bottles left',
  other: 'Other',
}
