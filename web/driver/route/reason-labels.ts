import type { FailureReason } from '#contract/driver/events.ts'

/** In the order of how often they happen. */
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
