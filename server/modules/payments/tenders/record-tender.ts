import { eq } from 'drizzle-orm'
import { addDays, type CalendarDate, formatDate } from '#contract/dates/calendar.ts'
import { type ShopCalendar, shopDate } from '#contract/dates/shop-calendar.ts'
import { Failure } from '#contract/errors.ts'
import { formatCents } from '#contract/money.ts'
import type { TenderMethod } from '#contract/payments/tenders.ts'
import type { Tx } from '#server/db/client.ts'
import { type Actor, recordAuditEntry } from '#server/modules/audit/index.ts'
import type { PaymentDeps } from '../deps.ts'
import { lockPayment, type PaymentRow } from '../queries.ts'
import { payments } from '../tables.ts'
import { listTenders, sumTenders } from './list-tenders.ts'
import { tenders } from './tables.ts'

export type TenderDeps = Pick<PaymentDeps, 'db' | 'clock' | 'handlers'> & {
  shop: { calendar: ShopCalendar }
}

type TenderInput = {
  id: string
  method: TenderMethod
  amount: number
  receivedOn: CalendarDate
  reference: string
}

/**
 * Records money received without the card provider (rule 39). Under the order's lock, so that two
 * entries at once never exceed the total. The order is paid once its tenders cover the total.
 */
export function recordTender(
  deps: TenderDeps,
  actor: Actor,
  orderId: string,
  input: TenderInput,
): Promise<void> {
  return deps.db.transaction((tx) => recordTenderInTx(tx, deps, actor, orderId, input))
}

/** Rejects before it writes anything, so that the caller's transaction can continue. */
export async function recordTenderInTx(
  tx: Tx,
  deps: Omit<TenderDeps, 'db'>,
  actor: Actor,
  orderId: string,
  input: TenderInput,
): Promise<void> {
  assertReceivedOn(deps, input.receivedOn)
  const { isCancelled } = await deps.handlers.lock(tx, orderId)
  const payment = await lockPayment(tx, orderId)
  if (!payment) throw new Failure('not_found')
  if (await isRecorded(tx, orderId, input)) return
  if (isCancelled || payment.kind !== 'tender') throw new Failure('nothing_due')
  // Its order would be paid, but neither confirmed nor the start of a subscription.
  if (payment.status === 'pending') throw new Failure('nothing_due', TERMS_NOT_ACCEPTED)
  const remainingCents = payment.amountCents - sumTenders(await listTenders(tx, [orderId]))
  if (remainingCents <= 0) throw new Failure('nothing_due')
  assertAmount(input.amount, remainingCents)

  const { amount: amountCents, ...tender } = input
  const { id: staffId, email: staffEmail } = actor
  const createdAt = deps.clock.now()
  const row = { ...tender, orderId, amountCents, staffId, staffEmail, createdAt }
  await tx.insert(tenders).values(row)
  await applyTenders(tx, deps, payment)
  await recordAuditEntry(tx, deps, actor, {
    action: 'order.payment_received',
    subjectId: orderId,
    before: {},
    after: { amountCents, method: input.method, receivedOn: input.receivedOn },
  })
}

const TERMS_NOT_ACCEPTED = 'The customer has to accept the terms of this order first.'

/** A repeated request is accepted; the same id for something else is not. */
async function isRecorded(tx: Tx, orderId: string, input: TenderInput): Promise<boolean> {
  const [known] = await tx.select().from(tenders).where(eq(tenders.id, input.id))
  if (!known) return false
  const isSame =
    known.orderId === orderId &&
    known.method === input.method &&
    known.amountCents === input.amount &&
    known.receivedOn === input.receivedOn
  if (!isSame) throw new Failure('stale')
  return true
}

/** Typing mistakes in the year are the most likely reason for older dates. */
const MAX_AGE_DAYS = 366

function assertReceivedOn(
  { clock, shop }: Pick<TenderDeps, 'clock' | 'shop'>,
  receivedOn: CalendarDate,
): void {
  const today = shopDate(shop.calendar, clock.now())
  const isTooEarly = receivedOn < addDays(today, -MAX_AGE_DAYS)
  if (receivedOn <= today && !isTooEarly) return
  const message = isTooEarly
    ? 'Please choose a date within the last year'
    : `Please choose a date no later than ${formatDate(today)}`
  throw new Failure('invalid', message, { receivedOn: message })
}

function assertAmount(amountCents: number, remainingCents: number): void {
  if (amountCents <= 0) {
    const message = 'Please enter an amount'
    throw new Failure('invalid', message, { amount: message })
  }
  if (amountCents <= remainingCents) return
  const message = `This is more than the ${formatCents(remainingCents)} still due.`
  throw new Failure('more_than_due', message, { amount: message })
}

/** Sets the state that follows from the tenders of a locked payment: paid or due. */
export async function applyTenders(
  tx: Tx,
  { clock }: Pick<TenderDeps, 'clock'>,
  { orderId, amountCents, status }: PaymentRow,
): Promise<void> {
  const receivedCents = sumTenders(await listTenders(tx, [orderId]))
  const next = receivedCents >= amountCents ? 'paid' : 'due'
  if (next === status) return
  const now = clock.now()
  await tx
    .update(payments)
    .set({ status: next, paidAt: next === 'paid' ? now : null, updatedAt: now })
    .where(eq(payments.orderId, orderId))
}
