import { eq, sql } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import { centsToText } from '#contract/money.ts'
import { callProvider } from '../call-provider.ts'
import type { AdmittedClient } from '../card-testing/admit-client.ts'
import { withProviderCustomer } from '../customers/ensure-provider-customer.ts'
import type { PaymentDeps } from '../deps.ts'
import { type CardIntent, CardProviderError, type CycleRef } from '../port.ts'
import { getPayment, intentCount, lockPayment, type PaymentRow } from '../queries.ts'
import { settleForBuyer } from '../settle/settle-for-buyer.ts'
import { intents, payments } from '../tables.ts'
import { cancelIntent } from './cancel-intent.ts'
import { findIntent } from './find-intent.ts'
import { recordIntent } from './record-intent.ts'

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
    recordCardConsent(isAgreed: boolean, payer: PaymentOrigin): Promise<void>
  }
  customer: { id: string; email: string; name: string } | undefined
}

/** Who pays, as far as the request tells. */
export type PaymentOrigin = { ip: string; customerId: string | undefined }

type PayOptions = PaymentOrigin & { saveCard: boolean }

export type FindPayable = (orderId: string) => Promise<PayableOrder | undefined>

/** The secret with which a browser pays this order: of the intent it has, or of a new one. */
export async function payOrder(
  deps: PaymentDeps,
  find: FindPayable,
  orderId: string,
  visitor: AdmittedClient,
  wish: PayOptions,
) {
  const payment = await getPayment(deps.db, orderId)
  const order = await find(orderId)
  if (!payment || !order) throw new Failure('not_found')
  if (order.isNotDue) throw new Failure('not_due')
  if (order.isCancelled || !isPayable(payment)) throw new Failure('not_payable')

  await expectPayment(deps, orderId)
  // What was agreed to is on disk before the card can be kept.
  await order.delivery?.recordCardConsent(wish.saveCard, wish)
  const savesCard = order.isRecurring || (wish.saveCard && order.delivery !== undefined)
  const terms = { ...order, savesCard }
  const open = await findOpenIntent(deps, payment, visitor)
  const usable = open && (await applyTerms(deps, payment, open, terms))
  const replaced = { ...payment, intentId: open && !usable ? null : payment.intentId }
  const intent = usable ?? (await newIntentFor(deps, replaced, terms, visitor))
  return { clientSecret: intent.clientSecret, total: centsToText(payment.amountCents) }
}

/**
 * From now on money may come: the next reader of the order has the provider asked, and reconcile
 * looks at a failed one again.
 */
async function expectPayment({ db, clock }: PaymentDeps, orderId: string): Promise<void> {
  await db
    .update(payments)
    .set({
      readStartedAt: null,
      updatedAt: sql`case when ${payments.status} = 'failed' then ${clock.now()} else ${payments.updatedAt} end`,
    })
    .where(eq(payments.orderId, orderId))
}

/** I9: what we stopped asking for moves on by the customer's own payment alone. */
const isPayable = ({ status, kind }: PaymentRow) =>
  status === 'pending' || (status === 'failed' && kind === 'cycle')

async function findOpenIntent(
  deps: PaymentDeps,
  payment: PaymentRow,
  { network }: AdmittedClient,
): Promise<CardIntent | undefined> {
  const { intentId } = payment
  if (!intentId) return undefined
  const intent = await callProvider(() => findIntent(deps, intentId, 'interactive'))
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
async function applyTerms(
  deps: PaymentDeps,
  { orderId, amountCents }: PaymentRow,
  intent: CardIntent,
  { customer, savesCard }: Terms,
): Promise<CardIntent | undefined> {
  const { id, customerRef: ownRef } = intent
  if (intent.savesCard === savesCard) return intent
  const update = (customerRef: string) => {
    const change = { amountCents, orderId, customerRef, saveCard: savesCard }
    return callProvider(() => deps.cards.updateIntent(id, change, 'interactive'))
  }
  try {
    if (ownRef) return await update(ownRef)
    return customer ? await withProviderCustomer(deps, customer, update) : intent
  } catch (err) {
    if (!(err instanceof CardProviderError) || err.missing !== 'customer') throw err
    // Its customer is gone at the provider, and it can be given no other.
    const isCancelled = await callProvider(() => cancelIntent(deps, { orderId, intentId: id }))
    if (!isCancelled) throw new Failure('not_payable')
    return undefined
  }
}

async function newIntentFor(
  deps: PaymentDeps,
  { orderId, amountCents, intentId: replaced }: PaymentRow,
  { customer, savesCard, delivery }: Terms,
  visitor: AdmittedClient,
): Promise<CardIntent> {
  await visitor.countNewIntent()
  // Two browsers at once use the same key and so are given the same intent.
  const round = await intentCount(deps.db, orderId)
  const make = (customerRef?: string) => {
    const parts = ['pay', orderId, round, savesCard ? 'save' : undefined, customerRef]
    const key = parts.filter((part) => part !== undefined).join('-')
    const cycle = delivery?.cycle
    const wish = { key, amountCents, orderId, customerRef, saveCard: savesCard, cycle }
    return callProvider(() => deps.cards.createIntent(wish, 'interactive'))
  }
  const intent = await (customer ? withProviderCustomer(deps, customer, make) : make())
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
