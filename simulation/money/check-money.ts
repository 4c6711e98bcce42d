import { HOUR_MS } from '../time.ts'
import type { World } from '../world.ts'
import { bottlesHeld, type DepositHistory, readDeposits } from './deposit-history.ts'
import type { MoneyState } from './money-state.ts'
import { type ModelLine, modelLines } from './price-model.ts'

type OrderRow = {
  id: string
  customer_id: string | null
  is_renewal: boolean
  is_discounted: boolean
  /** The date of the delivery, and those from which closed dates moved it. */
  dates: string[]
  subscription_id: string
  is_phone: boolean
  created_at: Date
  lines: (Partial<ModelLine> & { kind: string; cents: number })[]
  items: { price_cents: number; quantity: number }[]
}

/** Calls of one request take minutes, and clocks of processes differ. */
const MARGIN_MS = HOUR_MS

/** Rules 40 to 44 against an arithmetic of its own, after everything has settled. */
export async function checkMoney(world: World): Promise<void> {
  await checkLines(world)
  await checkItemRefunds(world)
  await checkBalances(world)
}

/** The stored lines are those of the model, for settings and bottles of the time of pricing. */
async function checkLines(world: World): Promise<void> {
  const orders = await world.sql<OrderRow>(
    `select o.id, o.customer_id, o.parent_order_id is not null as is_renewal,
       (o.is_recurring or o.parent_order_id is not null) as is_discounted,
       coalesce(o.parent_order_id, o.id) as subscription_id, o.channel = 'phone' as is_phone,
       array(select o.delivery_date::text union select a.before->>'deliveryDate'
         from audit_entries a where a.action = 'order.moved' and a.subject_id = o.id) as dates,
       o.created_at, o.price_lines as lines,
       (select json_agg(json_build_object('price_cents', i.price_cents, 'quantity', i.quantity)
          order by i.position) from order_items i where i.order_id = o.id) as items
     from orders o where o.version = 1 or not exists (
       select 1 from jsonb_array_elements(o.price_lines) line where line->>'kind' = 'fee')`,
  )
  const history = await readDeposits(world)
  for (const order of orders) {
    const stored = JSON.stringify(order.lines.map(toModelLine))
    const candidates = expectedLines(world, order, history)
    if (candidates.some((lines) => JSON.stringify(lines) === stored)) continue
    const [first] = candidates
    world.oracle.report('rule 40', `${order.id} has ${stored}, expected ${JSON.stringify(first)}`)
  }
}

const toModelLine = (line: OrderRow['lines'][number]): ModelLine => ({
  kind: line.kind,
  cents: line.cents,
  quantity: line.quantity ?? 0,
  netCents: line.netCents ?? 0,
  taxCents: line.taxCents ?? 0,
})

function expectedLines(world: World, order: OrderRow, history: DepositHistory): ModelLine[][] {
  const at = order.created_at.getTime()
  // An order whose subscription a customer changed may have been priced again later.
  const isChanged = world.oracle.changed.has(order.subscription_id)
  const until = isChanged ? world.scheduler.now : at + MARGIN_MS
  const ordered = order.items.reduce((sum, { quantity }) => sum + quantity, 0)
  const bottles = isChanged
    ? Array.from({ length: ordered + 1 }, (_, n) => n)
    : chargedBottles(order, ordered, history)
  const exemptUntil = world.money.exemptions.get(order.customer_id ?? '') ?? ''
  const states = world.money.statesBetween(at - MARGIN_MS, until)
  return states.flatMap((state) =>
    order.dates.flatMap((date) =>
      bottles.map((charged) =>
        modelLines({
          items: order.items,
          isDiscounted: order.is_discounted,
          ratePpm: date <= exemptUntil ? 0 : rateOn(state, date),
          deposit: {
            bottles: state.depositCents > 0 ? charged : 0,
            cents: state.depositCents,
            isTaxable: state.isDepositTaxable,
          },
        }),
      ),
    ),
  )
}

/** Rule 41: the latest rate that has started on the delivery date. */
function rateOn({ chargesTax, rates }: MoneyState, date: string): number {
  if (!chargesTax) return 0
  const started = rates.filter(({ validFrom }) => validFrom <= date)
  return started.toSorted((a, b) => (a.validFrom < b.validFrom ? 1 : -1))[0]?.ratePpm ?? 0
}

/** Rule 42: the bottles for which this order may carry a deposit; several if events were close. */
function chargedBottles(order: OrderRow, ordered: number, history: DepositHistory): number[] {
  const at = order.created_at.getTime()
  const period = { from: at - MARGIN_MS, until: at + MARGIN_MS }
  const held = bottlesHeld(history, order, period)
  // Someone who is not logged in pays for every bottle.
  const all = order.is_renewal || order.is_phone ? held : [0, ...held]
  return [...new Set(all.map((bottles) => Math.max(0, ordered - bottles)))]
}

type RefundedLine = {
  id: string
  line: number
  line_cents: number
  line_quantity: number
  quantity: number
  cents: number
}

/** Rule 44: no unit is refunded twice, and all units of a line give exactly what it cost. */
async function checkItemRefunds(world: World): Promise<void> {
  const rows = await world.sql<RefundedLine>(
    `select o.id, (item->>'line')::int as line,
       coalesce((line->>'netCents')::int, (line->>'cents')::int)
         + coalesce((line->>'taxCents')::int, 0) as line_cents,
       (line->>'quantity')::int as line_quantity,
       sum((item->>'quantity')::int)::int as quantity, sum((item->>'cents')::int)::int as cents
     from refunds r join orders o on o.id = r.order_id, jsonb_array_elements(r.items) item,
       lateral (select o.price_lines->((item->>'line')::int) as line) l
     where r.status <> 'failed' group by 1, 2, 3, 4`,
  )
  for (const { id, line, line_cents, line_quantity, quantity, cents } of rows) {
    const isAll = quantity === line_quantity
    if (quantity > line_quantity || cents > line_cents || (isAll && cents !== line_cents)) {
      const what = `${quantity} of ${line_quantity} units for ${cents} of ${line_cents} cents`
      world.oracle.report('rule 44', `line ${line} of ${id}: ${what} refunded`)
    }
  }
}

type CustomerSums = {
  id: string
  balance: number
  granted: number
  returned: number
  refunded: number
  used: number
  paid: number
  to_card: number
  deposited: number
}

/** Rules 42, 43: credit is what came in minus what orders use; nothing is refunded twice. */
async function checkBalances(world: World): Promise<void> {
  const rows = await world.sql<CustomerSums>(
    `select c.id, coalesce((select balance_cents from credit_accounts where customer_id = c.id), 0) as balance,
       (select coalesce(sum((after->>'amountCents')::int), 0)::int from audit_entries
          where action = 'customer.credit_added' and subject_id::text = c.id::text) as granted,
       (select coalesce(sum(cents), 0)::int from deposit_returns where customer_id = c.id) as returned,
       coalesce(sum(p.credit_refunded_cents), 0)::int as refunded,
       coalesce(sum(p.credit_cents), 0)::int as used,
       coalesce(sum(case when p.kind = 'tender' then p.credit_cents + o.deposit_cents +
           (select coalesce(sum(t.amount_cents), 0) from tenders t
             where t.order_id = o.id and t.amount_cents > 0)
         else p.amount_cents + p.credit_cents end)
         filter (where p.paid_at is not null or p.kind = 'tender'), 0)::int as paid,
       coalesce(sum(p.refunded_cents), 0)::int as to_card,
       coalesce(sum(o.deposit_cents)
         filter (where p.paid_at is not null or p.kind = 'tender'), 0)::int as deposited
     from customers c left join orders o on o.customer_id = c.id
       left join payments p on p.order_id = o.id
     group by c.id`,
  )
  for (const row of rows) {
    const expected = row.granted + row.returned + row.refunded - row.used
    if (row.balance !== expected)
      world.oracle.report('rule 43', `${row.id} has ${row.balance} of credit, not ${expected}`)
    if (row.returned > row.deposited)
      world.oracle.report('rule 42', `${row.id} got back ${row.returned} of ${row.deposited}`)
    if (row.returned + row.refunded + row.to_card > row.paid)
      world.oracle.report('rule 42', `${row.id} got back more than the ${row.paid} paid`)
  }
}
