import { unrefundedCents } from '../provider/ledger-rows.ts'
import type { World } from '../world.ts'

type TenderRow = {
  id: string
  order_id: string
  cents: number
  reverses_id: string | null
  refund_id: string | null
}

type PaymentRow = {
  order_id: string
  status: string
  cents: number
  total_cents: number
  credit_cents: number
  refunded_cents: number
  credit_refunded_cents: number
  is_paid: boolean
  is_cancelled: boolean
  refund_cents: number
}

/** Rules 39, 44: what staff entered is there once, and the states of the orders follow from it. */
export async function checkTenders(world: World): Promise<void> {
  const rows = await world.sql<TenderRow>(
    `select id, order_id, amount_cents as cents, reverses_id, refund_id from tenders`,
  )
  checkEntries(world, rows)
  const payments = await world.sql<PaymentRow>(
    `select p.order_id, p.status, p.amount_cents as cents, o.total_cents, p.credit_cents,
       p.refunded_cents, p.credit_refunded_cents, p.paid_at is not null as is_paid,
       o.status = 'cancelled' as is_cancelled,
       coalesce((select sum(r.amount_cents) from refunds r where r.order_id = p.order_id
         and r.destination = 'tender' and r.status = 'succeeded'), 0)::int as refund_cents
     from payments p join orders o on o.id = p.order_id where p.kind = 'tender'`,
  )
  const paidWithTenders = new Set(payments.map(({ order_id }) => order_id))
  for (const { order_id } of rows)
    if (!paidWithTenders.has(order_id)) report(world, order_id, 'has a tender but pays by card')
  for (const payment of payments) {
    const own = rows.filter(({ order_id }) => order_id === payment.order_id)
    checkState(world, payment, own)
  }
}

const report = (world: World, id: string, what: string) =>
  world.oracle.report('rule 39', `${id} ${what}`)

/** Checks that no acknowledged tender is lost, none is entered twice, and no other exists. */
function checkEntries(world: World, rows: TenderRow[]): void {
  const { requested, acknowledged, reversed } = world.office
  const byId = new Map(rows.map((row) => [row.id, row]))
  if (byId.size < rows.length) report(world, 'a tender', 'was recorded twice')
  for (const id of acknowledged)
    if (!byId.has(id)) report(world, id, 'was received, but there is no such tender')
  const reversals = rows.filter(({ reverses_id }) => reverses_id !== null)
  for (const id of reversed)
    if (!reversals.some(({ reverses_id }) => reverses_id === id))
      report(world, id, 'was reversed, but there is no such row')
  for (const { id, order_id, cents, reverses_id, refund_id } of rows) {
    if (refund_id) continue
    const entry = requested.get(id)
    if (!reverses_id && (entry?.orderId !== order_id || entry.cents !== cents))
      report(world, id, 'was never entered like this')
    const mistaken = byId.get(reverses_id ?? '')
    if (reverses_id && (mistaken?.cents !== -cents || mistaken.order_id !== order_id))
      report(world, id, 'does not reverse its tender')
    const times = reversals.filter((other) => other.reverses_id === id).length
    if (times > 1) report(world, id, `was reversed ${times} times`)
  }
}

function checkState(world: World, payment: PaymentRow, rows: TenderRow[]): void {
  const { order_id: id, status, cents, is_paid } = payment
  const sum = (some: TenderRow[]) => some.reduce((total, row) => total + row.cents, 0)
  const received = sum(rows.filter(({ refund_id }) => refund_id === null))
  const paidBack = -sum(rows.filter(({ refund_id }) => refund_id !== null))
  if (received < 0 || received > cents)
    report(world, id, `has received ${received} of ${cents} cents`)
  const isCovered = received === cents
  if (is_paid !== isCovered) report(world, id, `is ${status} with ${received} of ${cents} cents`)
  const expected = isCovered ? ['paid', 'refunded'] : ['due', 'pending', 'failed']
  if (!expected.includes(status)) report(world, id, `is ${status} with ${received} of ${cents}`)
  if (!payment.is_cancelled && cents + payment.credit_cents !== payment.total_cents)
    report(world, id, `owes ${cents} and ${payment.credit_cents} of ${payment.total_cents} cents`)
  const refunded = [paidBack, payment.refund_cents, payment.refunded_cents]
  if (new Set(refunded).size > 1)
    world.oracle.report('rule 44', `${id} paid back ${refunded.join(', ')} cents`)
  const gross = sum(rows.filter(({ refund_id, reverses_id }) => !refund_id && !reverses_id))
  const given = paidBack + payment.credit_refunded_cents
  if (paidBack > received || given > gross + payment.credit_cents)
    world.oracle.report('rule 44', `${id} paid back ${given} of ${received} cents`)
  const charged = [...world.ledger.intents.values()].filter(
    (intent) => intent.orderId === id && intent.status === 'succeeded',
  )
  if (charged.some((intent) => unrefundedCents(intent) > 0))
    report(world, id, 'was charged to a card as well')
}
