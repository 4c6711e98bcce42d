export const INSIGHTS = '/api/admin/insights'

export const day = (n: number) => `2026-03-${String(n).padStart(2, '0')}`

export const insights = {
  days: Array.from({ length: 30 }, (_, n) => ({
    date: day(n + 1),
    orders: n === 4 ? 12 : 1,
    revenueCents: n === 4 ? 123_450 : 1_000,
  })),
  bottles: Array.from({ length: 14 }, (_, n) => ({ date: day(n + 1), bottles: n === 2 ? 40 : 2 })),
  deliveries: [
    { status: 'pending', count: 4 },
    { status: 'in-progress', count: 1 },
    { status: 'completed', count: 1_250 },
    { status: 'cancelled', count: 0 },
  ],
  needsAttention: {
    unscheduled: 3,
    failedDeliveries: 0,
    failedPayments: 1,
    failedRefunds: 1,
    disputed: 2,
    fraudWarnings: 1,
    withoutTruck: 1_001,
    onHold: 2,
    uncharged: 1,
  },
  recurring: {
    active: 120,
    monthlyCents: 456_700,
    months: [10, 11, 12, 1, 2, 3].map((month, n) => ({
      month: `${month > 3 ? 2025 : 2026}-${String(month).padStart(2, '0')}`,
      revenueCents: 100_000 * n,
      cancelled: n,
      activeAtStart: 100,
    })),
    failed: [
      { state: 'unpaid', count: 3 },
      { state: 'past_due', count: 1 },
    ],
  },
}
