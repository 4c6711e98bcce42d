import { type SQL, sql } from 'drizzle-orm'
import { centsToText } from '#contract/money.ts'
import type { BookDifference } from '#contract/staff/books.ts'
import type { Db } from '#server/db/client.ts'
import type { Clock } from '#server/runtime.ts'
import { intents, payments } from '../tables.ts'
import { lastBalanceRun } from './read-balance.ts'
import { balanceTransactions, payouts } from './tables.ts'

type DifferenceDeps = { db: Db; clock: Clock; account?: string; livemode: boolean }
type Span = { from: Date; to: Date }
type DifferenceRow = {
  id: string
  orderId: string | null
  cents: number
  other: number | null
  more: string
}

const t = balanceTransactions
/** The provider needs some time to list a transaction, and to itemize a payout. */
const GRACE = `interval '1 day'`
const PAYOUT_GRACE = `interval '3 days'`

/** Rule 65: everything in a span of time that does not add up, at most `limit` of each kind. */
export async function findDifferences(
  deps: DifferenceDeps,
  span: Span,
  limit: number,
): Promise<BookDifference[]> {
  const found: BookDifference[] = []
  const readAt = await lastBalanceRun(deps)
  if (!readAt) return found
  const context = { ...deps, account: deps.account ?? '', readAt, span }
  for (const { kind, query, explain } of checks) {
    const { rows } = await deps.db.execute<DifferenceRow>(sql`${query(context)} limit ${limit}`)
    for (const row of rows) {
      const amount = centsToText(Number(row.cents))
      found.push({ kind, id: row.id, orderId: row.orderId, amount, message: explain(row) })
    }
  }
  return found
}

type Context = { account: string; livemode: boolean; readAt: Date; span: Span }
type Check = {
  kind: BookDifference['kind']
  query(context: Context): SQL
  explain(row: DifferenceRow): string
}

const within = (at: SQL, { from, to }: Span) =>
  sql`${at} >= ${from.toISOString()}::timestamptz and ${at} < ${to.toISOString()}::timestamptz`
const instant = (at: Date) => sql`${at.toISOString()}::timestamptz`
const dollars = (cents: number | null) => `$${centsToText(Number(cents ?? 0))}`

/** Charges of this account that no payment explains and that were not refunded in full. */
const unexplained = ({ account, span }: Context, condition: SQL) => sql`
  select ${t.id} as id, ${intents.orderId} as "orderId", ${t.amountCents} as cents,
    ${payments.amountCents} as other, coalesce(${t.sourceRef}, '') as more
  from ${t} left join ${intents} on ${intents.id} = ${t.intentId}
  left join ${payments} on ${payments.intentId} = ${t.intentId}
  where ${t.account} = ${account} and ${t.category} = 'charge'
    and ${within(sql`${t.createdAt}`, span)} and ${condition}
    and ${t.amountCents} + coalesce((select sum(r.amount_cents) from ${t} r
      where r.intent_id = ${t.intentId} and r.category in ('refund', 'refund_failure')), 0) <> 0
  order by ${t.createdAt}`

const checks: readonly Check[] = [
  {
    kind: 'charge_without_order',
    query: (context) => unexplained(context, sql`${payments.orderId} is null`),
    explain: ({ cents, more }) =>
      `The provider has a payment of ${dollars(cents)} (${more}) that belongs to no order.`,
  },
  {
    kind: 'charge_amount',
    query: (context) => unexplained(context, sql`${payments.amountCents} <> ${t.amountCents}`),
    explain: ({ cents, other }) =>
      `The provider has a payment of ${dollars(cents)}, the order one of ${dollars(other)}.`,
  },
  {
    kind: 'payment_without_charge',
    query: ({ account, livemode, readAt, span }) => sql`
      select ${payments.orderId} as id, ${payments.orderId} as "orderId",
        ${payments.amountCents} as cents, null as other, ${payments.intentId} as more
      from ${payments} join ${intents} on ${intents.id} = ${payments.intentId}
      where ${within(sql`${payments.paidAt}`, span)} and ${intents.livemode} = ${livemode}
        and ${payments.paidAt} < ${instant(readAt)} - ${sql.raw(GRACE)}
        and not exists (select from ${t} where ${t.intentId} = ${payments.intentId}
          and ${t.category} = 'charge' and ${t.account} = ${account})
      order by ${payments.paidAt}`,
    explain: ({ cents, more }) =>
      `The order is paid (${dollars(cents)}, ${more}), but the provider's balance has no such payment.`,
  },
  {
    kind: 'payout_not_itemized',
    query: ({ account, readAt, span }) => sql`
      select ${payouts.id} as id, null as "orderId", ${payouts.amountCents} as cents, null as other,
        '' as more
      from ${payouts}
      where ${payouts.account} = ${account} and ${within(sql`${payouts.createdAt}`, span)}
        and ${payouts.isAutomatic} and ${payouts.itemizedAt} is null
        and ${payouts.status} <> 'canceled'
        and ${payouts.createdAt} < ${instant(readAt)} - ${sql.raw(PAYOUT_GRACE)}
      order by ${payouts.createdAt}`,
    explain: ({ cents }) => `We don't have the transactions of this payout of ${dollars(cents)}.`,
  },
  {
    kind: 'payout_amount',
    query: ({ account, span }) => sql`
      select ${payouts.id} as id, null as "orderId", ${payouts.amountCents} as cents,
        coalesce(items.cents, 0) as other, '' as more
      from ${payouts} left join lateral (select sum(${t.netCents})::bigint as cents from ${t}
        where ${t.payoutId} = ${payouts.id} and ${t.id} is distinct from ${payouts.transactionId})
        as items on true
      where ${payouts.account} = ${account} and ${within(sql`${payouts.createdAt}`, span)}
        and ${payouts.itemizedAt} is not null
        and coalesce(items.cents, 0) <> ${payouts.amountCents}
      order by ${payouts.createdAt}`,
    explain: ({ cents, other }) =>
      `This payout is ${dollars(cents)}, but its transactions add up to ${dollars(other)}.`,
  },
  {
    kind: 'payout_unknown',
    query: ({ account, readAt, span }) => sql`
      select ${t.id} as id, null as "orderId", -${t.amountCents} as cents, null as other,
        coalesce(${t.sourceRef}, '') as more
      from ${t} where ${t.account} = ${account} and ${t.category} = 'payout'
        and ${within(sql`${t.createdAt}`, span)}
        and ${t.createdAt} < ${instant(readAt)} - ${sql.raw(GRACE)}
        and not exists (select from ${payouts} where ${payouts.id} = ${t.sourceRef})
      order by ${t.createdAt}`,
    explain: ({ cents, more }) =>
      `${dollars(cents)} left the balance with payout ${more}, which the provider doesn't list.`,
  },
  {
    kind: 'currency',
    query: ({ account, span }) => sql`
      select ${t.id} as id, null as "orderId", ${t.amountCents} as cents, null as other,
        ${t.currency} as more
      from ${t} where ${t.account} = ${account} and ${t.currency} <> 'usd'
        and ${within(sql`${t.createdAt}`, span)}
      order by ${t.createdAt}`,
    explain: ({ more }) =>
      `This transaction is in ${more.toUpperCase()} and isn't part of the totals.`,
  },
]
