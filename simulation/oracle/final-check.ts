import { shopDate } from '#contract/dates/shop-calendar.ts'
import { auditCredit } from '#server/modules/credit/audit-credit.ts'
import { auditDeposits } from '#server/modules/deposits/audit-deposits.ts'
import { auditBooks } from '#server/modules/payments/reconcile/audit-books.ts'
import {
  centsWithoutRefundRequest,
  type LedgerIntent,
  unrefundedCents,
} from '../provider/ledger-rows.ts'
import { DAY_MS } from '../time.ts'
import type { World } from '../world.ts'
import { checkPrices } from './check-prices.ts'

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

/** Checks the final state, after the faults have ended and everything has settled. */
export async function finalCheck(world: World): Promise<void> {
  await checkBooks(world)
  await checkCycles(world)
  await checkNextDates(world)
  await checkPrices(world)
  await checkRefunds(world)
  await checkSavedCards(world)
  await checkEmails(world)
}

/** I1, I2, I9, I10, as checked by `npm run audit`. */
async function checkBooks(world: World): Promise<void> {
  const { observer, provider, oracle } = world
  const cards = provider.cards()
  const books = await auditBooks({ db: observer.db, cards, livemode: false })
  const findings = [
    ...books.findings,
    ...(await auditCredit(observer.db)).findings,
    ...(await auditDeposits(observer.db)).findings,
  ]
  // Payments whose refund failed have no order; the failed refund is listed for staff.
  const failed = await world.sql<{ intent_id: string }>(
    `select intent_id from refunds where status = 'failed' and provider_ref is not null`,
  )
  const isStranded = (intentId: string) => failed.some(({ intent_id }) => intent_id === intentId)
  const charges = [...world.ledger.intents.values()].filter((intent) => unrefundedCents(intent) > 0)
  const stranded = findings.filter(({ rule, id }) => {
    // The customer has paid again since: apart from that charge, only failed refunds remain.
    const orderCharges = charges.filter(({ orderId }) => orderId === id)
    return rule === 'I1'
      ? orderCharges.filter((intent) => !isStranded(intent.id)).length === 1
      : isStranded(id)
  })
  for (const finding of findings) {
    const { rule, id, what } = finding
    const isExplained = stranded.includes(finding) || (id === 'all' && stranded.length > 0)
    if (!isExplained) oracle.report(rule, `${id}: ${what}`)
  }
}

/** I5: every past cycle has exactly one outcome, and the payments match it. */
async function checkCycles(world: World): Promise<void> {
  const { oracle, ledger, calendar, scheduler } = world
  const rows = await world.sql<CycleRow>(
    `select c.*, p.paid_at, s.status as subscription_status from cycles c
       join subscriptions s on s.id = c.subscription_id
       left join payments p on p.order_id = c.order_id
     order by c.subscription_id, c.cycle`,
  )
  // A missed cycle is decided a day after its date.
  const decidedBefore = shopDate(calendar, new Date(scheduler.now - DAY_MS))
  const retriesEnded = shopDate(calendar, new Date(scheduler.now - 16 * DAY_MS))
  for (const row of rows) {
    const name = `cycle ${row.cycle} of ${row.subscription_id} (${row.date}, ${row.status})`
    const unrefunded = unreturnedCentsOfOrder(world, row.order_id)
    const isOpen = ['planned', 'ordered', 'charging', 'unpaid'].includes(row.status)
    const retriedFor = row.first_failed_at
      ? scheduler.now - row.first_failed_at.getTime()
      : Number.POSITIVE_INFINITY
    // A moved cycle of a past-due subscription is decided when the subscription is reactivated.
    const waits = row.status === 'planned' && row.subscription_status === 'past_due'
    if (isOpen && row.status !== 'unpaid' && row.date < decidedBefore && !waits)
      oracle.report('I5', `${name} is not decided`)
    if (row.status === 'unpaid' && row.date < retriesEnded && retriedFor > 15 * DAY_MS)
      oracle.report('I5', `${name} is still unpaid`)
    if (row.status === 'skipped' && !row.reason) oracle.report('I5', `${name} has no reason`)
    if (row.status === 'paid' && !row.paid_at) oracle.report('I5', `${name} has no payment`)
    if (row.status !== 'paid' && row.paid_at && unrefunded > 0)
      oracle.report('I5', `${name} has a payment`)
    const isVoid = row.status === 'skipped' || row.status === 'void'
    // Without outages the customer is notified of the card, and the delivery waits for a new one.
    const isOnlyMissed = row.reason === 'missed' && world.options.scenario !== undefined
    if (isOnlyMissed && ledger.cardDetached.has(row.order_id ?? ''))
      oracle.report('R8', `${name} was missed although only its card was removed`)
    if (isVoid && unrefunded > 0)
      oracle.report('I6', `${name} was charged although it was cancelled`)
  }
}

function unreturnedCentsOfOrder({ ledger }: World, orderId: string | null): number {
  return [...ledger.intents.values()]
    .filter((intent: LedgerIntent) => intent.orderId === orderId)
    .reduce((sum, intent) => sum + centsWithoutRefundRequest(intent), 0)
}

/** I5: no date of an active subscription was omitted. */
async function checkNextDates(world: World): Promise<void> {
  const { oracle, calendar, scheduler } = world
  const today = shopDate(calendar, new Date(scheduler.now))
  const overdue = await world.sql<{ id: string; next_date: string }>(
    `select id, next_date from subscriptions where status = 'active' and next_date < $1`,
    [today],
  )
  for (const { id, next_date } of overdue)
    oracle.report('I5', `${id} has not advanced from ${next_date}`)
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
    oracle.report('I5', `cycle ${n} of ${id} was omitted`)
  }
}

type ManualPayment = { id: string; intent_id: string; card: string | null }

/** AU8: a card that was saved while paying a delivery manually becomes the subscription's card. */
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
    // The customer may have selected another card or removed this one since.
    const paying = ledger.cards.get(intent.paymentMethodRef)
    if (!paying?.customerRef || ledger.defaults.has(paying.customerRef)) continue
    // A card that was removed since is no longer the subscription's card.
    const isRemoved =
      ['removed', 'detached'].includes(paying.behavior) && paying.failsFrom <= ledger.now()
    if (isRemoved && card === null) continue
    if (card !== intent.paymentMethodRef) {
      oracle.report('R9', `${id} has card ${card} although ${intent.paymentMethodRef} paid for it`)
    }
  }
}

type RefundRow = { id: string; status: string; provider_ref: string | null; order_id: string }

/** I10: each refund has ended with the status of the provider's ledger. */
async function checkRefunds(world: World): Promise<void> {
  const { oracle, ledger } = world
  const all = [...ledger.intents.values()].flatMap(({ refunds }) => refunds)
  const ledgerRefunds = new Map(all.map((refund) => [refund.id, refund]))
  const rows = await world.sql<RefundRow>("select * from refunds where destination = 'card'")
  for (const { id, status, provider_ref, order_id } of rows) {
    const name = `the refund ${id} of ${order_id}`
    if (status === 'requested') oracle.report('I10', `${name} was never made`)
    const ledgerStatus = ledgerRefunds.get(provider_ref ?? '')?.status
    const isFinal = status === 'succeeded' || (status === 'failed' && ledgerStatus !== undefined)
    if (isFinal && ledgerStatus !== status) oracle.report('I10', `${name} is ${ledgerStatus}`)
  }
  const cancelled = await world.sql<{ id: string }>(
    `select id from orders where status = 'cancelled' and id = any($1)
       and not exists (select 1 from refunds r where r.order_id = orders.id)`,
    [[...oracle.expectedRefunds]],
  )
  for (const { id } of cancelled.filter((order) => unreturnedCentsOfOrder(world, order.id) > 0)) {
    oracle.report('I10', `${id} was cancelled with a refund that was never requested`)
  }
}

/** I7: each change has its email, each email was sent, and none was sent without a row. */
async function checkEmails(world: World): Promise<void> {
  const { oracle } = world
  const rows = await world.sql<{ id: string; kind: string; status: string; last_error: string }>(
    'select id, kind, status, last_error from emails',
  )
  const queued = new Set(rows.map(({ id }) => `<${id}@shop.test>`))
  for (const messageId of oracle.emails.keys()) {
    if (!queued.has(messageId)) oracle.report('I7', `${messageId} was sent but never queued`)
  }
  for (const { id, kind, status } of rows) {
    if (status === 'pending') oracle.report('I7', `the email ${kind} was never sent`)
    if (status === 'sent' && !oracle.emails.has(`<${id}@shop.test>`))
      oracle.report('I7', `${kind} is marked as sent but was not`)
  }
  const missing = await world.sql<{ what: string }>(
    `select 'order_confirmed of ' || p.order_id as what from payments p
       where p.paid_at is not null and not exists (select 1 from refunds r
           where r.order_id = p.order_id and r.reason = 'order was cancelled')
         and not exists (select 1 from emails m
           where m.subject_id = p.order_id and m.kind = 'order_confirmed')
     union all
     select 'delivery_reminder of ' || c.order_id from cycles c
       where c.order_id is not null and not $1 and not exists (select 1 from emails m
         where m.subject_id = c.order_id and m.kind = 'delivery_reminder')`,
    // Orders recovered from the ledger had their reminder before the rows were lost.
    [world.options.scenario?.backup !== undefined],
  )
  for (const { what } of missing) oracle.report('I7', `no email: ${what}`)
}
