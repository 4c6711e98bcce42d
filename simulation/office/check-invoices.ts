import { addDays } from '#contract/dates/calendar.ts'
import { shopDate } from '#contract/dates/shop-calendar.ts'
import { HOUR_MS } from '../time.ts'
import type { World } from '../world.ts'

type InvoiceRow = {
  order_id: string
  customer_id: string
  kind: string
  status: string
  invoiced_at: Date | null
  due_on: string | null
  net_days: number | null
  cycle: string | null
  cycle_status: string | null
  cycle_date: string | null
  /** Decided late: staff approved it, or its card or terms were missing on the day. */
  is_late: boolean
  is_cancelled: boolean
  cancelled_at: Date | null
  has_intent: boolean
}

/** Rule 39: each invoice was due, was made once on its day, and has the terms of that time. */
export async function checkInvoices(world: World): Promise<void> {
  const rows = await world.sql<InvoiceRow>(
    `select p.order_id, o.customer_id, p.kind, p.status, p.invoiced_at, p.due_on::text as due_on,
       p.net_days, c.subscription_id || ' ' || c.cycle as cycle, c.status as cycle_status,
       c.date::text as cycle_date,
       coalesce(c.is_approved or c.first_failed_at is not null, false) as is_late,
       o.status = 'cancelled' as is_cancelled, o.cancelled_at,
       p.intent_id is not null as has_intent
     from payments p join orders o on o.id = p.order_id left join cycles c on c.order_id = o.id
     where p.invoiced_at is not null or c.status = 'invoiced'`,
  )
  for (const row of rows) {
    const { order_id: id, invoiced_at, cycle_status, has_intent, kind } = row
    if (!invoiced_at || kind !== 'tender' || has_intent) {
      report(world, id, 'was invoiced, but its payment says otherwise')
      continue
    }
    if (cycle_status !== null && cycle_status !== 'invoiced')
      report(world, id, `was invoiced for a cycle that is ${cycle_status}`)
    checkDates(world, row, invoiced_at)
    checkTerms(world, row, invoiced_at)
  }
}

const report = (world: World, id: string, what: string) =>
  world.oracle.report('rule 39', `${id} ${what}`)

/** R12: a delivery that was not made is not invoiced later, and a cancelled one never. */
function checkDates(world: World, row: InvoiceRow, invoicedAt: Date): void {
  const { order_id: id, cycle_date, due_on, net_days, is_late, cancelled_at } = row
  const date = shopDate(world.calendar, invoicedAt)
  if (cycle_date && !is_late && date !== cycle_date)
    report(world, id, `of ${cycle_date} was invoiced on ${date}`)
  if (due_on !== addDays(date, net_days ?? 0))
    report(world, id, `is due on ${due_on}, ${net_days} days after ${date}`)
  if (cancelled_at && cancelled_at < invoicedAt)
    world.oracle.report('I6', `${id} was invoiced although it was cancelled`)
}

/** The office had these terms around that time; a change may have been on its way. */
function checkTerms(world: World, row: InvoiceRow, invoicedAt: Date): void {
  const at = invoicedAt.getTime()
  const own = world.office.terms.filter(({ customerId }) => customerId === row.customer_id)
  const applied = own.filter((change) => change.at <= at + HOUR_MS)
  const last = applied.findLastIndex((change) => change.at < at - HOUR_MS)
  const possible = applied.slice(Math.max(0, last)).map(({ netDays }) => netDays)
  // A request that failed has changed nothing, so the terms before it may still count.
  const before = world.office.failedTerms.has(row.customer_id)
    ? own.map((change) => change.netDays)
    : []
  if (![...possible, ...before].includes(row.net_days))
    report(world, row.order_id, `has terms of ${row.net_days} days, not ${possible.join(', ')}`)
}
