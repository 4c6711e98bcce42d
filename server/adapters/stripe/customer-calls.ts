import type Stripe from 'stripe'
import {
  type CallProfile,
  type CardProvider,
  CardProviderError,
  type CardSetup,
} from '#server/modules/payments/port.ts'
import { callStripe, createWithRetry, idempotentOptions, requestOptions } from './call-stripe.ts'
import { isUnnamedRejection, toCardProviderError } from './card-errors.ts'
import { openPortalSession } from './open-portal-session.ts'

/** Calls about a provider customer rather than a single payment. */
export function customerCalls(
  stripe: Stripe,
): Pick<
  CardProvider,
  | 'accountId'
  | 'createCustomer'
  | 'createSetup'
  | 'readSetup'
  | 'getDefaultCard'
  | 'deleteCustomer'
  | 'openBillingPortal'
> {
  const { customers } = stripe
  return {
    accountId: (profile) =>
      callStripe(
        async () => (await stripe.accounts.retrieveCurrent({}, requestOptions(profile))).id,
      ),

    createCustomer: ({ idempotencyKey, email, name }, profile) =>
      createWithRetry(idempotencyKey, async (nextKey) => {
        return (await customers.create({ email, name }, idempotentOptions(nextKey, profile))).id
      }),

    getDefaultCard: (customerRef, profile) =>
      callStripe(async () => {
        const customer = await findCustomer(stripe, customerRef, profile)
        if (!customer) return null
        const card = customer.invoice_settings.default_payment_method
        const cardRef = typeof card === 'string' ? card : card?.id
        if (!cardRef) return null
        return (await findCardOwner(stripe, cardRef, profile)) === customerRef ? cardRef : null
      }),

    createSetup: ({ idempotencyKey, customerRef }, profile) =>
      createWithRetry(idempotencyKey, async (nextKey) => {
        const params: Stripe.SetupIntentCreateParams = {
          customer: customerRef,
          allowed_payment_method_types: ['card'],
          usage: 'off_session',
        }
        return toCardSetup(
          await stripe.setupIntents.create(params, idempotentOptions(nextKey, profile)),
        )
      }),

    readSetup: (id, profile) =>
      callStripe(async () =>
        toCardSetup(await stripe.setupIntents.retrieve(id, {}, requestOptions(profile))),
      ),

    deleteCustomer: (customerRef, profile) =>
      callStripe(async () => {
        await customers.del(customerRef, {}, requestOptions(profile))
      }),

    openBillingPortal: (customerRef, returnUrl, profile) =>
      callStripe(() =>
        openPortalSession(stripe, { customerRef, returnUrl }, () => requestOptions(profile)),
      ),
  }
}

const toSetupState = (status: string): CardSetup['state'] =>
  status === 'succeeded' || status === 'canceled' ? status : 'open'

function toCardSetup(setup: Stripe.SetupIntent): CardSetup {
  const { id, status, customer, payment_method: card } = setup
  return {
    id,
    clientSecret: setup.client_secret ?? '',
    state: toSetupState(status),
    customerRef: typeof customer === 'string' ? customer : (customer?.id ?? null),
    paymentMethodRef: typeof card === 'string' ? card : (card?.id ?? null),
  }
}

/** Returns null if the customer was deleted or never existed in this account. */
async function findCustomer(stripe: Stripe, customerRef: string, profile: CallProfile) {
  try {
    const customer = await stripe.customers.retrieve(customerRef, {}, requestOptions(profile))
    return customer.deleted ? null : customer
  } catch (error) {
    if (toCardProviderError(error).kind === 'missing') return null
    throw error
  }
}

/** The customer that a saved card is attached to, if any. */
async function findCardOwner(stripe: Stripe, cardRef: string, profile: CallProfile) {
  try {
    const { customer } = await stripe.paymentMethods.retrieve(cardRef, {}, requestOptions(profile))
    return typeof customer === 'string' ? customer : (customer?.id ?? null)
  } catch (error) {
    if (toCardProviderError(error).kind === 'missing') return null
    throw error
  }
}

/** Stripe rejects a detached card without a code, so the card itself is read to find out. */
export async function rethrowRejection(
  stripe: Stripe,
  error: unknown,
  cardRef: string,
  profile: CallProfile,
): Promise<never> {
  const problem = toCardProviderError(error)
  if (!isUnnamedRejection(problem)) throw problem
  const owner = await findCardOwner(stripe, cardRef, profile).catch(() => undefined)
  if (owner !== null) throw problem
  const { message, details } = problem
  throw new CardProviderError('missing', message, { cause: error, missing: 'card', details })
}
