import type { World } from '../world.ts'

type DepositRow = {
  customer_id: string
  id: string
  bottles: number
  cents: number
  paid_cents: number
  held_from: Date
  /** An order that is due no longer counts once it is cancelled. */
  held_until: Date | null
}

type RefundRow = { order_id: string; at: Date; cents: number; bottles: number }

type ReturnRow = { customer_id: string; bottles: number; at: Date }

export type DepositHistory = { deposits: DepositRow[]; refunds: RefundRow[]; returns: ReturnRow[] }

/** Deposits charged, refunded and returned, with their times. */
export async function readDeposits(world: World): Promise<DepositHistory> {
  return {
    deposits: await world.sql<DepositRow>(
      `select o.customer_id, o.id, o.deposit_bottles as bottles, o.deposit_cents as cents,
         p.amount_cents + p.credit_cents as paid_cents,
         case when p.kind = 'tender' then coalesce(p.invoiced_at, p.created_at)
           else p.paid_at end as held_from,
         case when p.paid_at is null and o.status = 'cancelled' then greatest(o.cancelled_at,
           (select max(t.created_at) from tenders t where t.order_id = o.id)) end as held_until
       from orders o join payments p on p.order_id = o.id
       where (p.paid_at is not null or p.kind = 'tender' and p.status = 'due')
         and o.deposit_bottles > 0`,
    ),
    refunds: await world.sql<RefundRow>(
      `select order_id, created_at as at, amount_cents as cents, coalesce(
         (select sum((item->>'quantity')::int) from jsonb_array_elements(items) item
           where (item->>'isDeposit')::boolean), 0)::int as bottles
       from refunds where status <> 'failed'`,
    ),
    returns: await world.sql<ReturnRow>('select customer_id, bottles, at from deposit_returns'),
  }
}

type Period = { from: number; until: number }

/** The bottles that a customer may have had on deposit in this period, without this order's own. */
export function bottlesHeld(
  history: DepositHistory,
  order: { id: string; customer_id: string | null },
  { from, until }: Period,
): number[] {
  const { deposits, returns, refunds } = history
  const own = deposits.filter(
    ({ customer_id, id }) => customer_id === order.customer_id && id !== order.id,
  )
  const back = returns.filter(({ customer_id }) => customer_id === order.customer_id)
  const countAt = (time: number) => {
    const isBefore = (date: Date) => date.getTime() <= time
    const charged = own
      .filter(
        ({ held_from, held_until }) => isBefore(held_from) && !(held_until && isBefore(held_until)),
      )
      .map((deposit) => {
        const done = refunds.filter(({ order_id, at }) => order_id === deposit.id && isBefore(at))
        return bottlesLeft(deposit, done)
      })
    const returned = back.filter(({ at }) => isBefore(at)).map(({ bottles }) => bottles)
    return Math.max(0, sum(charged) - sum(returned))
  }
  const events = [
    ...own.flatMap(({ held_from, held_until }) => [held_from, ...(held_until ? [held_until] : [])]),
    ...back.map(({ at }) => at),
    ...refunds.filter((row) => own.some(({ id }) => id === row.order_id)).map(({ at }) => at),
  ].map((date) => date.getTime())
  const times = [from, until, ...events.filter((time) => time > from && time < until)]
  return times.map(countAt)
}

/** Refunded bottles are gone; any other refund takes the goods first. */
function bottlesLeft({ bottles, cents, paid_cents }: DepositRow, refunds: RefundRow[]): number {
  const price = cents / bottles
  const left = bottles - sum(refunds.map((row) => row.bottles))
  const paidLeft = paid_cents - sum(refunds.map((row) => row.cents))
  return Math.ceil(Math.max(0, Math.min(left * price, paidLeft)) / price)
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)
