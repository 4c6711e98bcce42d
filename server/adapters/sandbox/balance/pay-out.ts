import type { PoolClient } from 'pg'
import { newPayout } from './payout-object.ts'

const DAY_S = 86_400
const ARRIVES_AFTER_DAYS = 1

type PlannedPayout = { day: number; amount: number }

/**
 * Pays out every day, at midnight UTC of the sandbox's clock, what has become available. A balance
 * that is not positive is left for the next day, as at Stripe.
 */
export async function payOut(client: PoolClient, now: number, newId: () => string): Promise<void> {
  await client.query(
    `update sandbox.objects set data = jsonb_set(data, '{status}', '"paid"')
     where type = 'payout' and data ->> 'status' = 'in_transit'
       and (data ->> 'arrival_date')::bigint <= $1`,
    [now],
  )
  const { rows: last } = await client.query<{ day: number | null }>(
    `select (max(created) / ${DAY_S})::int as day from sandbox.objects where type = 'payout'`,
  )
  const lastDay = last[0]?.day ?? 0
  // An amount that becomes available late, or was written late, belongs to the next payout.
  const payableDay = `greatest((available_on + ${DAY_S - 1}) / ${DAY_S}, ${lastDay + 1})`
  const { rows: days } = await client.query<{ day: number; net: number }>(
    `select (${payableDay})::int as day, sum(amount - fee)::float8 as net
     from sandbox.balance_transactions where payout is null and ${payableDay} <= $1
     group by 1 order by 1`,
    [Math.floor(now / DAY_S)],
  )
  for (const planned of planPayouts(days)) {
    const at = { id: `po_${newId()}`, created: planned.day * DAY_S }
    const arrivalDate = at.created + ARRIVES_AFTER_DAYS * DAY_S
    const data = newPayout(at, { amount: planned.amount, arrivalDate, now })
    await client.query(
      `with payout as (insert into sandbox.objects (id, type, created, data)
         values ($1, 'payout', $2, $3::jsonb)),
       paid_out as (update sandbox.balance_transactions set payout = $1
         where payout is null and available_on <= $2)
       insert into sandbox.balance_transactions
         (id, created, available_on, type, category, amount, fee, source, description, payout)
       values ($4, $2, $5, 'payout', 'payout', $6, 0, $1, 'STRIPE PAYOUT', $1)`,
      [
        at.id,
        at.created,
        JSON.stringify(data),
        data.balance_transaction,
        arrivalDate,
        -planned.amount,
      ],
    )
  }
}

function planPayouts(days: readonly { day: number; net: number }[]): PlannedPayout[] {
  const planned: PlannedPayout[] = []
  let amount = 0
  for (const { day, net } of days) {
    amount += net
    if (amount <= 0) continue
    planned.push({ day, amount })
    amount = 0
  }
  return planned
}
