import { addDays } from '#contract/dates/calendar.ts'
import type { StaffSubscriptionChange } from '#contract/subscriptions/staff-subscriptions.ts'
import type { SubscriptionChange } from '#contract/subscriptions/subscriptions.ts'
import type { Rng } from '../rng.ts'
import type { Buyers, Product } from './buyers.ts'

type SubscriptionRow = { next_cycle: number; next_date: string | null; version: number }

/** Returns a random subscription change, valid or not. */
export async function randomCustomerChange(
  buyers: Buyers,
  rng: Rng,
  id: string,
): Promise<SubscriptionChange | undefined> {
  const [subscription] = await buyers.read<SubscriptionRow>(
    'select * from subscriptions where id = $1',
    [id],
  )
  if (!subscription) return undefined
  // The ordered cycle or an upcoming one.
  const cycle = Math.max(1, subscription.next_cycle - 1 + rng.below(3))
  const date = addDays(subscription.next_date ?? buyers.today, rng.below(9) - 3)
  const randomItems = () => [
    { productId: (rng.pick(buyers.products) as Product).id, quantity: 1 + rng.below(4) },
  ]
  return rng.pick<SubscriptionChange>([
    { type: 'pause' },
    { type: 'pause', until: addDays(buyers.today, 1 + rng.below(25)) },
    { type: 'resume' },
    { type: 'resume' },
    { type: 'skip', cycle },
    { type: 'skip', cycle },
    { type: 'unskip', cycle },
    { type: 'move', cycle, date },
    { type: 'change', items: randomItems() },
    { type: 'change', frequency: rng.pick(['weekly', 'bi-weekly', 'monthly'] as const) },
    { type: 'extra', cycle, items: rng.chance(0.7) ? randomItems() : [] },
    { type: 'use_default_card' },
  ])
}

export async function randomStaffChange(
  buyers: Buyers,
  rng: Rng,
  id: string,
): Promise<StaffSubscriptionChange | undefined> {
  const rows = await buyers.read<{ cycle: number; status: string; reason: string | null }>(
    `select cycle, status, reason from cycles where subscription_id = $1
       and (status in ('unpaid', 'failed') or reason = 'missed_but_delivered') order by cycle`,
    [id],
  )
  const row = rows.length > 0 ? rng.pick(rows) : undefined
  if (!row)
    return rng.pick<StaffSubscriptionChange>([
      { type: 'pause' },
      { type: 'resume' },
      { type: 'resume' },
    ])
  const { cycle, reason } = row
  if (reason === 'missed_but_delivered') return { type: 'charge', cycle }
  return rng.pick<StaffSubscriptionChange>([
    { type: 'retry', cycle },
    { type: 'retry', cycle },
    { type: 'release', cycle },
  ])
}
