import { addDays } from '#contract/dates/calendar.ts'
import { shopDate, shopInstant } from '#contract/dates/shop-calendar.ts'
import { amountToCents, formatCents } from '#contract/money.ts'
import { readStatement } from '#server/modules/orders/statements/read-statement.ts'
import { DAY_MS } from '../time.ts'
import type { World } from '../world.ts'

type AccountRow = {
  customer_id: string
  order_id: string
  owed: number
  posted: number
  due_on: string
}
type EntryRow = { customer_id: string; cents: number; created_at: Date }
type EmailRow = { id: string; customer_id: string; dedupe_key: string }

/** Rule 39: accounts, statements and what is overdue follow from invoices and tenders. */
export async function checkStatements(world: World): Promise<void> {
  const accounts = await world.sql<AccountRow>(
    `select o.customer_id, o.id as order_id, p.due_on::text as due_on,
       case when o.status = 'cancelled' then 0 else p.amount_cents - coalesce(
         (select sum(t.amount_cents) from tenders t
           where t.order_id = o.id and t.refund_id is null), 0) end::int as owed,
       coalesce((select sum(e.cents) from invoice_entries e where e.order_id = o.id), 0)::int as posted
     from orders o join payments p on p.order_id = o.id where p.invoiced_at is not null`,
  )
  for (const { order_id, owed, posted } of accounts)
    if (owed !== posted) report(world, order_id, `owes ${owed} cents, ${posted} in the account`)
  const customers = [...new Set(accounts.map(({ customer_id }) => customer_id))]
  for (const id of customers) {
    await checkOverdue(world, id, accounts)
    await checkMonths(world, id)
  }
}

const report = (world: World, id: string, what: string) =>
  world.oracle.report('rule 39', `${id} ${what}`)

const toCents = (text: string) =>
  (amountToCents(text.replace('-', '')) ?? 0) * (text.startsWith('-') ? -1 : 1)

async function checkOverdue(world: World, id: string, accounts: AccountRow[]): Promise<void> {
  const now = new Date(world.scheduler.now)
  const deps = { db: world.observer.db, clock: { now: () => now }, shop: world }
  const statement = await readStatement(deps, id)
  const today = shopDate(world.calendar, now)
  const own = accounts.filter(({ customer_id }) => customer_id === id)
  const sum = (rows: AccountRow[]) => rows.reduce((cents, { owed }) => cents + owed, 0)
  const overdue = sum(own.filter(({ due_on, owed }) => owed > 0 && due_on < today))
  const found = [statement.closing, statement.overdue].map(toCents)
  if (found[0] !== sum(own) || found[1] !== overdue)
    report(
      world,
      id,
      `owes ${sum(own)}, ${overdue} overdue; its statement says ${found.join(', ')}`,
    )
}

/** One statement for each month with entries or a balance, and its balance is that of the month. */
async function checkMonths(world: World, id: string): Promise<void> {
  const entries = await world.sql<EntryRow>(
    'select customer_id, cents, created_at from invoice_entries where customer_id = $1',
    [id],
  )
  const emails = await world.sql<EmailRow>(
    `select id, subject_id as customer_id, dedupe_key from emails
     where kind = 'invoice_statement' and subject_id = $1`,
    [id],
  )
  const expected = new Set<string>()
  for (const { month, from, to, isSent } of endedMonths(world)) {
    const until = entries.filter(({ created_at }) => created_at < to)
    const closing = until.reduce((sum, { cents }) => sum + cents, 0)
    if (closing === 0 && !until.some(({ created_at }) => created_at >= from)) continue
    const key = `invoice_statement:${id}:${month}`
    expected.add(key)
    const email = emails.find(({ dedupe_key }) => dedupe_key === key)
    const sent = world.oracle.emails.get(`<${email?.id}@shop.test>`) ?? []
    if (isSent && sent.length === 0) report(world, id, `has no statement for ${month}`)
    const text = `${closing < 0 ? '-' : ''}${formatCents(Math.abs(closing))}`
    for (const { closing: found } of sent)
      if (found !== text) report(world, id, `closes ${month} with ${found}, not ${text}`)
  }
  for (const { dedupe_key } of emails)
    if (!expected.has(dedupe_key)) report(world, id, `has an unexpected statement ${dedupe_key}`)
}

/** Months that ended during the run. The job runs every hour, here every day. */
function endedMonths({ startMs, scheduler, calendar }: World) {
  const months: { month: string; from: Date; to: Date; isSent: boolean }[] = []
  let first = `${shopDate(calendar, new Date(startMs)).slice(0, 7)}-01`
  for (;;) {
    const next = `${addDays(first, 31).slice(0, 7)}-01`
    const to = shopInstant(calendar, next, 0)
    if (to.getTime() > scheduler.now) return months
    const isSent = to.getTime() < scheduler.now - 2 * DAY_MS
    months.push({ month: first.slice(0, 7), from: shopInstant(calendar, first, 0), to, isSent })
    first = next
  }
}
