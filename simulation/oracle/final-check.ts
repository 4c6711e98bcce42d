import { addDays, dateIn } from '#contract/dates/calendar.ts'
import { centsToText } from '#contract/money.ts'
import { orderTotals } from '#contract/pricing.ts'
import { auditBooks } from '#server/modules/payments/reconcile/audit-books.ts'
import {
  centsWithoutRefundRequest,
  type LedgerIntent,
  unrefundedCents,
} from '../provider/ledger-rows.ts'
import { DAY_MS } from '../time.ts'
import type { World } from '../world.ts'

type CycleRow = {
  subscription_id: string
  cycle: number
  date: string
  status: string
  reason: string | null
  order_id: string | null
  paid_at: Date | null
  subscription_status: string
  first_failed_at: Date | null
}

/** With the faults off and everything settled: all that was promised has come true. */
export async function finalCheck(world: World): Promise<void> {
  await checkBooks(world)
  await checkCycles(world)
  await checkNextDates(world)
  await checkPrices(world)
  await checkRefunds(world)
  await checkSavedCards(world)
  await checkMails(world)
}

/** I1, I2, I9, I10, as `npm run audit` reads them. */
async function checkBooks(world: World): Promise<void> {
  const { observer, provider, oracle } = world
  const cards = provider.cards()
  const { findings } = await auditBooks({ db: observer.db, cards, livemode: false })
  // Sent back by its bank, such money has no order; its failed refund is listed for staff.
  const failed = await world.sql<{ intent_id: string }>(
    `select intent_id from refunds where status = 'failed' and provider_ref is not null`,
  )
  const isStranded = (intentId: string) => failed.some(({ intent_id }) => intent_id === intentId)
  const charges = [...world.ledger.intents.values()].filter((one) => unrefundedCents(one) > 0)
  const stranded = findings.filter(({ rule, id }) => {
    // Its customer has paid what is owed since then: besides that charge, only such money is left.
    const own = charges.filter(({ orderId }) => orderId === id)
    return rule === 'I1' ? own.filter((one) => !isStranded(one.id)).length === 1 : isStranded(id)
  })
  for (const finding of findings) {
    const { rule, id, what } = finding
    const isExplained = stranded.includes(finding) || (id === 'all' && stranded.length > 0)
    if (!isExplained) oracle.report(rule, `${id}: ${what}`)
  }
}

/** I5: every cycle whose time has come has ended in exactly one way, and the money agrees. */
async function checkCycles(world: World): Promise<void> {
  const { oracle, ledger, zone, scheduler } = world
  const rows = await world.sql<CycleRow>(
    `select c.*, p.paid_at, s.status as subscription_status from cycles c
       join subscriptions s on s.id = c.subscription_id
       left join payments p on p.order_id = c.order_id
     order by c.subscription_id, c.cycle`,
  )
  const today = dateIn(zone, new Date(scheduler.now))
  // What was missed is decided a day after its date.
  const decided = addDays(today, -1)
  const long = dateIn(zone, new Date(scheduler.now - 16 * DAY_MS))
  for (const row of rows) {
    const name = `cycle ${row.cycle} of ${row.subscription_id} (${row.date}, ${row.status})`
    const kept = unreturnedCentsOfOrder(world, row.order_id)
    const isOpen = ['planned', 'ordered', 'charging', 'unpaid'].includes(row.status)
    const retriedFor = row.first_failed_at
      ? scheduler.now - row.first_failed_at.getTime()
      : Number.POSITIVE_INFINITY
    // What was only moved is decided when a subscription that is past due goes on.
    const waits = row.status === 'planned' && row.subscription_status === 'past_due'
    if (isOpen && row.status !== 'unpaid' && row.date < decided && !waits)
      oracle.report('I5', `${name} is not decided`)
    if (row.status === 'unpaid' && row.date < long && retriedFor > 15 * DAY_MS)
      oracle.report('I5', `${name} is still unpaid`)
    if (row.status === 'skipped' && !row.reason) oracle.report('I5', `${name} has no reason`)
    if (row.status === 'paid' && !row.paid_at) oracle.report('I5', `${name} has no money`)
    if (row.status !== 'paid' && row.paid_at && kept > 0) oracle.report('I5', `${name} has money`)
    const isOff = row.status === 'skipped' || row.status === 'void'
    // Without outages its owner is told of the card, and the delivery waits for another.
    const isOnlyMissed = row.reason === 'missed' && world.options.scenario !== undefined
    if (isOnlyMissed && ledger.cardDetached.has(row.order_id ?? ''))
      oracle.report('R8', `${name} was missed, though only its card was gone`)
    if (isOff && kept > 0) oracle.report('I6', `${name} was charged although it was off`)
  }
}

function unreturnedCentsOfOrder({ ledger }: World, orderId: string | null): number {
  return [...ledger.intents.values()]
    .filter((intent: LedgerIntent) => intent.orderId === orderId)
    .reduce((sum, intent) => sum + centsWithoutRefundRequest(intent), 0)
}

/** I5: no date of an active subscription was forgotten. */
async function checkNextDates(world: World): Promise<void> {
  const { oracle, zone, scheduler } = world
  const today = dateIn(zone, new Date(scheduler.now))
  const late = await world.sql<{ id: string; next_date: string }>(
    `select id, next_date from subscriptions where status = 'active' and next_date < $1`,
    [today],
  )
  for (const { id, next_date } of late) oracle.report('I5', `${id} stands still at ${next_date}`)
  const gaps = await world.sql<{ id: string; n: number }>(
    `select s.id, n from subscriptions s, generate_series(
         (select min(cycle) from cycles c where c.subscription_id = s.id), s.next_cycle - 1) n
     where s.status = 'active' and s.id not in (
         select c.subscription_id from cycles c where c.status = 'failed')
       and not exists (select 1 from cycles c where c.subscription_id = s.id and c.cycle = n)
       and not exists (select 1 from cycles c where c.subscription_id = s.id
         and c.first_failed_at is not null)`,
  )
  for (const { id, n } of gaps.filter(({ id }) => !oracle.mayBePaused.has(id))) {
    oracle.report('I5', `cycle ${n} of ${id} was forgotten`)
  }
}

type ManualPayment = { id: string; intent_id: string; card: string | null }

/** AU8: the card that paid a delivery by hand, and may be kept, is the subscription's from then on. */
async function checkSavedCards(world: World): Promise<void> {
  const { ledger, oracle } = world
  const rows = await world.sql<ManualPayment>(
    `select distinct on (s.id) s.id, p.intent_id, s.payment_method_ref as card
     from subscriptions s join cycles c on c.subscription_id = s.id
       join payments p on p.order_id = c.order_id
     where p.paid_at is not null and c.first_failed_at is not null and s.status <> 'cancelled'
     order by s.id, p.paid_at desc`,
  )
  for (const { id, intent_id, card } of rows) {
    const intent = ledger.intents.get(intent_id)
    if (!intent?.savesCard || !intent.paymentMethodRef) continue
    // Another may have been chosen since, or this one taken off.
    const paying = ledger.cards.get(intent.paymentMethodRef)
    if (!paying?.customerRef || ledger.defaults.has(paying.customerRef)) continue
    // A card that is gone since then is no card of the subscription any more.
    const isGone =
      ['removed', 'detached'].includes(paying.behavior) && paying.failsFrom <= ledger.now()
    if (isGone && card === null) continue
    if (card !== intent.paymentMethodRef) {
      oracle.report('R9', `${id} has ${card}, though ${intent.paymentMethodRef} paid for it`)
    }
  }
}

type RefundRow = { id: string; status: string; provider_ref: string | null; order_id: string }

/** I10: each refund has come to an end, the one that the provider's books tell of. */
async function checkRefunds(world: World): Promise<void> {
  const { oracle, ledger } = world
  const all = [...ledger.intents.values()].flatMap(({ refunds }) => refunds)
  const there = new Map(all.map((refund) => [refund.id, refund]))
  const rows = await world.sql<RefundRow>('select * from refunds')
  for (const { id, status, provider_ref, order_id } of rows) {
    const name = `the refund ${id} of ${order_id}`
    if (status === 'requested') oracle.report('I10', `${name} was never made`)
    const told = there.get(provider_ref ?? '')?.status
    if (status === 'succeeded' && told !== 'succeeded') oracle.report('I10', `${name} is ${told}`)
    if (status === 'failed' && told && told !== 'failed') oracle.report('I10', `${name} is ${told}`)
  }
  const cancelled = await world.sql<{ id: string }>(
    `select id from orders where status = 'cancelled' and id = any($1)
       and not exists (select 1 from refunds r where r.order_id = orders.id)`,
    [[...oracle.expectedRefunds]],
  )
  for (const { id } of cancelled.filter((order) => unreturnedCentsOfOrder(world, order.id) > 0)) {
    oracle.report('I10', `${id} was cancelled with a refund that nobody asked for`)
  }
}

type PriceRow = {
  id: string
  total_cents: number
  amount_cents: number
  is_discounted: boolean
  lines: { priceCents: number; quantity: number }[]
  stored_cents: number
}

/** I8: the order's sum is the sum of its lines, and what was owed. */
async function checkPrices(world: World): Promise<void> {
  const rows = await world.sql<PriceRow>(
    `select o.id, o.total_cents, p.amount_cents,
       (o.is_recurring or o.parent_order_id is not null) as is_discounted,
       (select json_agg(json_build_object('priceCents', i.price_cents, 'quantity', i.quantity))
          from order_items i where i.order_id = o.id) as lines,
       (select sum((line->>'cents')::int)::int from jsonb_array_elements(o.price_lines) line) as stored_cents
     from orders o join payments p on p.order_id = o.id`,
  )
  const totals = new Map<string, string>()
  for (const { id, total_cents, amount_cents, is_discounted, lines, stored_cents } of rows) {
    const { totalCents } = orderTotals(lines, is_discounted)
    totals.set(id.slice(0, 8), centsToText(total_cents))
    if ([total_cents, amount_cents, stored_cents].some((cents) => cents !== totalCents)) {
      world.oracle.report(
        'I8',
        `${id}: ${totalCents}, ${total_cents}, ${amount_cents} and ${stored_cents} cents`,
      )
    }
  }
  for (const { total, orderNumber, kind } of [...world.oracle.mails.values()].flat()) {
    const isSaid = kind === 'order_confirmed' && total !== totals.get(orderNumber)
    if (isSaid) world.oracle.report('I8', `a mail says ${total} of ${orderNumber}`)
  }
}

/** I7: each fact has its mail, each mail was sent, and none was sent without a row. */
async function checkMails(world: World): Promise<void> {
  const { oracle } = world
  const rows = await world.sql<{ id: string; kind: string; status: string; last_error: string }>(
    'select id, kind, status, last_error from mails',
  )
  const known = new Set(rows.map(({ id }) => `<${id}@shop.test>`))
  for (const messageId of oracle.mails.keys()) {
    if (!known.has(messageId)) oracle.report('I7', `${messageId} was sent and never promised`)
  }
  for (const { id, kind, status } of rows) {
    if (status === 'waiting') oracle.report('I7', `the mail ${kind} was never sent`)
    if (status === 'sent' && !oracle.mails.has(`<${id}@shop.test>`))
      oracle.report('I7', `${kind} is marked as sent`)
  }
  const untold = await world.sql<{ what: string }>(
    `select 'order_confirmed of ' || p.order_id as what from payments p
       where p.paid_at is not null and not exists (select 1 from refunds r
           where r.order_id = p.order_id and r.reason = 'order was cancelled')
         and not exists (select 1 from mails m
           where m.subject_id = p.order_id and m.kind = 'order_confirmed')
     union all
     select 'delivery_reminder of ' || c.order_id from cycles c
       where c.order_id is not null and not $1 and not exists (select 1 from mails m
         where m.subject_id = c.order_id and m.kind = 'delivery_reminder')`,
    // What is taken over from the ledger was reminded of before its rows were lost.
    [world.options.scenario?.backup !== undefined],
  )
  for (const { what } of untold) oracle.report('I7', `no mail: ${what}`)
}
