import { eq, sql } from 'drizzle-orm'
import { Failure } from '#contract/errors.ts'
import { centsToText } from '#contract/money.ts'
import { callProvider } from '../call-provider.ts'
import type { AdmittedClient } from '../card-testing/admit-client.ts'
import { withProviderCustomer } from '../customers/ensure-provider-customer.ts'
import type { PaymentDeps } from '../deps.ts'
import { type CardIntent, CardProviderError, type CycleRef } from '../port.ts'
import { getPayment, lockPayment, type PaymentRow, readRound } from '../queries.ts'
import { settleForBuyer } from '../settle/settle-for-buyer.ts'
import { intents, payments } from '../tables.ts'
import { cancelIntent } from './cancel-intent.ts'
import { findIntent } from './find-intent.ts'
import { recordIntent } from './record-intent.ts'

/** The order's data that payment needs; provided by the orders module, which imports this one. */
export type PayableOrder = {
  isCancelled: boolean
  isRecurring: boolean
  /** A renewal is charged to the saved card on its date and cannot be paid manually before. */
  isNotDue?: boolean
  /** Set on a renewal whose subscription has not ended. */
  delivery?: {
    cycle: CycleRef
    /** Records or revokes the consent to charge further renewals to this card. */
    recordCardConsent(isAgreed: boolean, origin: PaymentOrigin): Promise<void>
  }
  /** Set on a recurring phone order: records the terms that the customer accepts by paying. */
  recordTerms?(origin: PaymentOrigin): Promise<void>
  /** Rule 46: holds the order's place on its date again, or throws if the date is full. */
  reservePlace?(): Promise<void>
  customer: { id: string; email: string; name: string } | undefined
}

/** IP address and account of the payment request. */
export type PaymentOrigin = { ip: string; customerId: string | undefined }

type PayOptions = PaymentOrigin & { saveCard: boolean }

export type FindPayable = (orderId: string) => Promise<PayableOrder | undefined>

/** Returns the client secret to pay this order with: of its open intent, or of a new one. */
export async function payOrder(
  deps: PaymentDeps,
  find: FindPayable,
  orderId: string,
  client: AdmittedClient,
  options: PayOptions,
) {
  const payment = await getPayment(deps.db, orderId)
  const order = await find(orderId)
  if (!payment || !order) throw new Failure('not_found')
  // Nothing to charge: the engine confirms a covered delivery on its date.
  if (order.isNotDue || payment.amountCents === 0) throw new Failure('not_due')
  // Rule 39: on invoice, the terms are accepted without a card.
  const isByInvoice = payment.netDays !== null
  if (order.isCancelled || isByInvoice || !isPayable(payment)) throw new Failure('not_payable')
  if (hasEnded(payment, deps.clock.now())) throw new Failure('not_payable', LINK_ENDED)

  await order.reservePlace?.()
  await expectPayment(deps, orderId)
  // The consent is committed before the card can be saved.
  await order.recordTerms?.(options)
  await order.delivery?.recordCardConsent(options.saveCard, options)
  const savesCard = order.isRecurring || (options.saveCard && order.delivery !== undefined)
  return payWith(deps, payment, { ...order, savesCard }, client)
}

/** A parallel request for the same order may attach its intent first; then that one is used. */
async function payWith(
  deps: PaymentDeps,
  first: PaymentRow,
  terms: Terms,
  client: AdmittedClient,
): Promise<{ clientSecret: string; total: string }> {
  let payment: PaymentRow | undefined = first
  for (let round = 0; round < MAX_ROUNDS; round++) {
    if (!payment || !isPayable(payment)) throw new Failure('not_payable')
    const open = await findOpenIntent(deps, payment, client)
    const intent = open
      ? await applyTerms(deps, payment, open, terms)
      : await newIntentFor(deps, payment, terms, client)
    if (intent)
      return { clientSecret: intent.clientSecret, total: centsToText(payment.amountCents) }
    payment = await getPayment(deps.db, first.orderId)
  }
  throw new Failure('busy')
}

const MAX_ROUNDS = 5

/**
 * A payment may follow from now on: the next view of the order starts a provider read, and
 * reconciliation checks a failed payment again.
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

/** I9: after its retries are exhausted, a renewal becomes paid only if the customer pays it. */
const isPayable = ({ status, kind }: PaymentRow) =>
  status === 'pending' || (status === 'failed' && kind === 'cycle')

const LINK_ENDED = "The time to pay for this order has passed. Your card wasn't charged."

/** Rule 39: the job that cancels an unpaid phone order runs after the end of its link. */
const hasEnded = ({ expiresAt }: PaymentRow, now: Date) => expiresAt !== null && expiresAt <= now

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
    // From now on, declines count against this network, not the one that had the secret before.
    await deps.db.update(intents).set({ network }).where(eq(intents.id, intentId))
    return intent
  }
  await settleForBuyer(deps, intentId)
  if (intent.state !== 'canceled') throw new Failure('not_payable')
  return undefined
}

type Terms = PayableOrder & { savesCard: boolean }

/**
 * Sets the amount and whether the card is saved, before the browser can confirm the payment. Returns undefined if
 * the intent cannot be changed and was cancelled.
 */
async function applyTerms(
  deps: PaymentDeps,
  { orderId, amountCents }: PaymentRow,
  intent: CardIntent,
  { customer, savesCard }: Terms,
): Promise<CardIntent | undefined> {
  const { id, customerRef: ownRef } = intent
  // The amount changes when credit of the order was released.
  if (intent.savesCard === savesCard && intent.amountCents === amountCents) return intent
  const update = (customerRef: string) => {
    const change = { amountCents, orderId, customerRef, saveCard: savesCard }
    return callProvider(() => deps.cards.updateIntent(id, change, 'interactive'))
  }
  try {
    if (ownRef) return await update(ownRef)
    return customer ? await withProviderCustomer(deps, customer, update) : intent
  } catch (err) {
    if (!(err instanceof CardProviderError) || err.missing !== 'customer') throw err
    // Its customer was deleted at the provider, and an intent's customer cannot be changed.
    const isCancelled = await callProvider(() => cancelIntent(deps, { orderId, intentId: id }))
    if (!isCancelled) throw new Failure('not_payable')
    return undefined
  }
}

/** Returns undefined if another request has changed the order's intent in the meantime. */
async function newIntentFor(
  deps: PaymentDeps,
  { orderId, amountCents, intentId: replaced }: PaymentRow,
  { customer, savesCard, delivery }: Terms,
  client: AdmittedClient,
): Promise<CardIntent | undefined> {
  // Concurrent requests use the same key and so get the same intent.
  const { round, intentId: present } = await readRound(deps.db, orderId)
  if (present !== replaced) return undefined
  await client.countNewIntent()
  const create = (customerRef?: string) => {
    const parts = ['pay', orderId, round, savesCard ? 'save' : undefined, customerRef]
    const idempotencyKey = parts.filter((part) => part !== undefined).join('-')
    const cycle = delivery?.cycle
    const input = { idempotencyKey, amountCents, orderId, customerRef, saveCard: savesCard, cycle }
    return callProvider(() => deps.cards.createIntent(input, 'interactive'))
  }
  const intent = await (customer ? withProviderCustomer(deps, customer, create) : create())
  const isAttached = await deps.db.transaction(async (tx) => {
    await recordIntent(tx, deps, intent, orderId, client.network)
    const current = await lockPayment(tx, orderId)
    const isUnchanged = current?.intentId === replaced || current?.intentId === intent.id
    if (!isUnchanged || !isPayable(current)) return false
    const { id: intentId, customerRef } = intent
    await tx.update(payments).set({ intentId, customerRef }).where(eq(payments.orderId, orderId))
    return true
  })
  if (isAttached) return intent
  await cancelUnused(deps, orderId, intent.id)
  return undefined
}

/** No browser has received its secret, so an intent that stays open at the provider does no harm. */
async function cancelUnused(deps: PaymentDeps, orderId: string, intentId: string): Promise<void> {
  try {
    await cancelIntent(deps, { orderId, intentId })
  } catch (err) {
    if (!(err instanceof CardProviderError)) throw err
    deps.log.warn({ orderId, intentId, err }, 'unused intent not canceled')
  }
}
