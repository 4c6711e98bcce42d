import { addDays } from '#contract/calendar.ts'
import type { StaffDeed } from '#contract/staff-subscriptions.ts'
import type { Deed } from '#contract/subscriptions.ts'
import type { Buyers, Product } from './buyers.ts'
import type { Dice } from './dice.ts'

type Standing = { next_cycle: number; next_date: string | null; version: number }

/** What somebody may wish of a subscription, sensible or not. */
export async function ownDeed(buyers: Buyers, dice: Dice, id: string): Promise<Deed | undefined> {
  const [standing] = await buyers.read<Standing>('select * from subscriptions where id = $1', [id])
  if (!standing) return undefined
  // The one that is ordered already, or one of those to come.
  const cycle = Math.max(1, standing.next_cycle - 1 + dice.below(3))
  const date = addDays(standing.next_date ?? buyers.today, dice.below(9) - 3)
  const some = () => [
    { productId: (dice.pick(buyers.products) as Product).id, quantity: 1 + dice.below(4) },
  ]
  return dice.pick<Deed>([
    { do: 'pause' },
    { do: 'pause', until: addDays(buyers.today, 1 + dice.below(25)) },
    { do: 'resume' },
    { do: 'resume' },
    { do: 'skip', cycle },
    { do: 'skip', cycle },
    { do: 'unskip', cycle },
    { do: 'move', cycle, date },
    { do: 'change', items: some() },
    { do: 'change', frequency: dice.pick(['weekly', 'bi-weekly', 'monthly'] as const) },
    { do: 'extra', cycle, items: dice.chance(0.7) ? some() : [] },
    { do: 'use_default_card' },
  ])
}

export async function staffDeed(
  buyers: Buyers,
  dice: Dice,
  id: string,
): Promise<StaffDeed | undefined> {
  const rows = await buyers.read<{ cycle: number; status: string; reason: string | null }>(
    `select cycle, status, reason from cycles where subscription_id = $1
       and (status in ('unpaid', 'failed') or reason = 'missed_delivered') order by cycle`,
    [id],
  )
  const row = rows.length > 0 ? dice.pick(rows) : undefined
  if (!row) return dice.pick<StaffDeed>([{ do: 'pause' }, { do: 'resume' }, { do: 'resume' }])
  const { cycle, reason } = row
  if (reason === 'missed_delivered') return { do: 'charge', cycle }
  return dice.pick<StaffDeed>([
    { do: 'retry', cycle },
    { do: 'retry', cycle },
    { do: 'release', cycle },
  ])
}
