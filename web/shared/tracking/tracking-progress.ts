export const trackingSteps = ['Ordered', 'Confirmed', 'Out for delivery', 'Delivered'] as const

export type TrackingProgress = {
  /** Index of the latest step. */
  reached: 0 | 1 | 2 | 3
  problem?: 'cancelled' | 'failed'
}

type TrackedStates = {
  status?: string | null
  deliveryStatus?: string | null
  /** Only before the truck arrives. */
  tracking?: unknown
}

/** Accepts both spellings of each status (rule 11). */
export function trackingProgress(states: TrackedStates): TrackingProgress {
  const status = normalizeStatus(states.status)
  const delivery = normalizeStatus(states.deliveryStatus)
  if (delivery === 'delivered') return { reached: 3 }
  if (delivery === 'failed') return { reached: 2, problem: 'failed' }
  // A dispatched delivery continues, even if its subscription was cancelled (rule 17).
  if (delivery === 'in-transit') return { reached: 2 }
  if (status === 'cancelled' && states.tracking) return { reached: 1 }
  if (status === 'cancelled' || delivery === 'cancelled')
    return { reached: 0, problem: 'cancelled' }
  if (status === 'completed' || status === 'delivered') return { reached: 3 }
  return { reached: status === 'pending' || status === '' ? 0 : 1 }
}

function normalizeStatus(status: string | null | undefined): string {
  return (status ?? '').trim().toLowerCase().replaceAll('_', '-')
}
