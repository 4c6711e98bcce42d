import { centsToText } from '#contract/money.ts'
import { formatOrderNumber } from '#contract/order-number.ts'
import { discountedCents } from '../money/price-model.ts'
import type { World } from '../world.ts'

type PriceRow = {
  id: string
  total_cents: number
  amount_cents: number
  is_discounted: boolean
  lines: { priceCents: number; quantity: number }[]
  stored_cents: number
  /** Tax and deposit, which `check-money.ts` checks. */
  added_cents: number
}

/** I8: the order's total is the sum of its lines and equals the amount due. */
export async function checkPrices(world: World): Promise<void> {
  // A cancelled order has released its credit and keeps the amount that was left.
  const rows = await world.sql<PriceRow>(
    `select o.id, o.total_cents, o.tax_cents + o.deposit_cents as added_cents, case when o.status = 'cancelled' and exists (select 1
         from credit_entries e where e.order_id = o.id) then o.total_cents
         else p.amount_cents + p.credit_cents end as amount_cents,
       (o.is_recurring or o.parent_order_id is not null) as is_discounted, (select json_agg(json_build_object('priceCents', i.price_cents, 'quantity', i.quantity)) from order_items i where i.order_id = o.id) as lines,
       (select sum((line->>'cents')::int)::int from jsonb_array_elements(o.price_lines) line) as stored_cents
     from orders o join payments p on p.order_id = o.id`,
  )
  const totals = new Map<string, string>()
  for (const row of rows) {
    const { id, total_cents, amount_cents, is_discounted, lines, stored_cents, added_cents } = row
    const totalCents = discountedCents(lines, is_discounted) + added_cents
    totals.set(formatOrderNumber(id), centsToText(total_cents))
    const found = `${totalCents}, ${total_cents}, ${amount_cents} and ${stored_cents} cents`
    if ([total_cents, amount_cents, stored_cents].some((cents) => cents !== totalCents))
      world.oracle.report('I8', `${id}: ${found}`)
  }
  for (const { total, orderNumber, kind } of [...world.oracle.emails.values()].flat()) {
    const isWrong = kind === 'order_confirmed' && total !== totals.get(orderNumber)
    if (isWrong) world.oracle.report('I8', `an email shows ${total} for ${orderNumber}`)
  }
}
