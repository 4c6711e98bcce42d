import { eq, sql } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import { centsToText } from '#contract/money.ts'
import type { Visitor } from './admit-visitor.ts'
import { askProvider } from './ask-provider.ts'
import { cancelIntent } from './cancel-intent.ts'
import type { PaymentDeps } from './deps.ts'
import { withPayer } from './ensure-payer.ts'
import { type CardIntent, CardProblem, type CycleRef } from './port.ts'
import { intentCount, lockPayment, type PaymentRow, paymentOf } from './queries.ts'
import { readOrNone } from './read-or-none.ts'
import { recordIntent } from './record-intent.ts'
import { settleForBuyer } from './settle-for-buyer.ts'
import { intents, payments } from './tables.ts'

/** What paying needs to know of an order; the orders module stands later in the line and answers. */
export type PayableOrder = {
  isCancelled: boolean
  isRecurring: boolean
  /** A later delivery is charged to the saved card on its date; before that nobody pays it by hand. */
  isNotDue?: boolean
  /** On a later delivery of a subscription that goes on. */
  delivery?: {
    cycle: CycleRef
    /** Keeps or withdraws what the payer agrees to: that later deliveries are charged to this card. */
    agreeToKeepCard(isAgreed: boolean, payer: PayingPerson): Promise<void>
  }
  customer: { id: string; email: string; name: string } | undefined
}

/** Who pays, as far as the request tells. */
export type PayingPerson = { ip: string; customerId: string | undefined }

type Wish = PayingPerson & { saveCard: boolean }

export type FindPayable = (orderId: string) => Promise<PayableOrder | undefined>

/** The secret with which a browser pays this order: of the intent it has, or of a new one. */
export async function payOrder(
  deps: PaymentDeps,
  find: FindPayable,
  orderId: string,
  visitor: Visitor,
  wish: Wish,
) {
  const payment = await paymentOf(deps.db, orderId)
  const order = await find(orderId)
  if (!payment || !order) throw new Failure('not_found')
  if (order.isNotDue) throw new Failure('not_due')
  if (order.isCancelled || !isPayable(payment)) throw new Failure('not_payable')

  await expectMoney(deps, orderId)
  // What was agreed to is on disk before the card can be kept.
  await order.delivery?.agreeToKeepCard(wish.saveCard, wish)
  const savesCard = order.isRecurring || (wish.saveCard && order.delivery !== undefined)
  const terms = { ...order, savesCard }
  const open = await openIntentOf(deps, payment, visitor)
  const usable = open && (await withTerms(deps, payment, open, terms))
  const replaced = { ...payment, intentId: open && !usable ? null : payment.intentId }
  const intent = usable ?? (await newIntentFor(deps, replaced, terms, visitor))
  return { clientSecret: intent.clientSecret, total: centsToText(payment.amountCents) }
}

/**
 * From now on money may come: the next reader of the order has the provider asked, and reconcile
 * looks at a failed one again.
 */
async function expectMoney({ db, clock }: PaymentDeps, orderId: string): Promise<void> {
  await db
    .update(payments)
    .set({
      askedAt: null,
      updatedAt: sql`case when ${payments.status} = 'failed' then ${clock.now()} else ${payments.updatedAt} end`,
    })
    .where(eq(payments.orderId, orderId))
}

/** I9: what we stopped asking for moves on by the customer's own payment alone. */
const isPayable = ({ status, kind }: PaymentRow) =>
  status === 'pending' || (status === 'failed' && kind === 'cycle')

async function openIntentOf(
  deps: PaymentDeps,
  payment: PaymentRow,
  { network }: Visitor,
): Promise<CardIntent | undefined> {
  const { intentId } = payment
  if (!intentId) return undefined
  const intent = await askProvider(() => readOrNone(deps, intentId, 'buyer'))
  if (!intent) return undefined
  if (intent.state === 'open') {
    // Cards are now typed on this network, whichever had the secret before.
    await deps.db.update(intents).set({ network }).where(eq(intents.id, intentId))
    return intent
  }
  await settleForBuyer(deps, intentId)
  if (intent.state !== 'canceled') throw new Failure('not_payable')
  return undefined
}

type Terms = PayableOrder & { savesCard: boolean }

/** Whether the card is kept is set before anything can be confirmed; nothing where it cannot be. */
async function withTerms(
  deps: PaymentDeps,
  { orderId, amountCents }: PaymentRow,
  intent: CardIntent,
  { customer, savesCard }: Terms,
): Promise<CardIntent | undefined> {
  const { id, customerRef: ownRef } = intent
  if (intent.savesCard === savesCard) return intent
  const update = (customerRef: string) => {
    const change = { amountCents, orderId, customerRef, saveCard: savesCard }
    return askProvider(() => deps.cards.updateIntent(id, change, 'buyer'))
  }
  try {
    if (ownRef) return await update(ownRef)
    return customer ? await withPayer(deps, customer, update) : intent
  } catch (err) {
    if (!(err instanceof CardProblem) || err.missing !== 'customer') throw err
    // Its customer is gone at the provider, and it can be given no other.
    const isCancelled = await askProvider(() => cancelIntent(deps, { orderId, intentId: id }))
    if (!isCancelled) throw new Failure('not_payable')
    return undefined
  }
}

async function newIntentFor(
  deps: PaymentDeps,
  { orderId, amountCents, intentId: replaced }: PaymentRow,
  { customer, savesCard, delivery }: Terms,
  visitor: Visitor,
): Promise<CardIntent> {
  await visitor.countNewIntent()
  // Two browsers at once use the same key and so are given the same intent.
  const round = await intentCount(deps.db, orderId)
  const make = (customerRef?: string) => {
    const parts = ['pay', orderId, round, savesCard ? 'save' : undefined, customerRef]
    const key = parts.filter((part) => part !== undefined).join('-')
    const cycle = delivery?.cycle
    const wish = { key, amountCents, orderId, customerRef, saveCard: savesCard, cycle }
    return askProvider(() => deps.cards.createIntent(wish, 'buyer'))
  }
  const intent = await (customer ? withPayer(deps, customer, make) : make())
  await deps.db.transaction(async (tx) => {
    await recordIntent(tx, deps, intent, orderId, visitor.network)
    const current = await lockPayment(tx, orderId)
    const isStillOurs = current?.intentId === replaced || current?.intentId === intent.id
    if (!isStillOurs || !isPayable(current)) throw new Failure('not_payable')
    const { id: intentId, customerRef } = intent
    await tx.update(payments).set({ intentId, customerRef }).where(eq(payments.orderId, orderId))
  })
  return intent
}
