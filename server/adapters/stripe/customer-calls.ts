import type Stripe from 'stripe'
import { CardProblem, type CardProvider, type Patience } from '#server/modules/payments/port.ts'
import { callStripe, createWithRetry, idempotentOptions, requestOptions } from './call-stripe.ts'
import { isUnnamedRejection, toCardProblem } from './card-errors.ts'
import { openPortalSession } from './open-portal-session.ts'

/** Calls about a provider customer rather than a single payment. */
export function customerCalls(
  stripe: Stripe,
): Pick<
  CardProvider,
  'accountId' | 'createCustomer' | 'defaultCardOf' | 'deleteCustomer' | 'openBillingPortal'
> {
  const { customers } = stripe
  return {
    accountId: (patience) =>
      callStripe(
        async () => (await stripe.accounts.retrieveCurrent({}, requestOptions(patience))).id,
      ),

    createCustomer: ({ key, email, name }, patience) =>
      createWithRetry(key, async (nextKey) => {
        return (await customers.create({ email, name }, idempotentOptions(nextKey, patience))).id
      }),

    defaultCardOf: (customerRef, patience) =>
      callStripe(async () => {
        const customer = await findCustomer(stripe, customerRef, patience)
        if (!customer) return null
        const card = customer.invoice_settings.default_payment_method
        const cardRef = typeof card === 'string' ? card : card?.id
        if (!cardRef) return null
        return (await findCardOwner(stripe, cardRef, patience)) === customerRef ? cardRef : null
      }),

    deleteCustomer: (customerRef, patience) =>
      callStripe(async () => {
        await customers.del(customerRef, {}, requestOptions(patience))
      }),

    openBillingPortal: (customerRef, returnUrl, patience) =>
      callStripe(() =>
        openPortalSession(stripe, { customerRef, returnUrl }, () => requestOptions(patience)),
      ),
  }
}

/** Returns null if the customer was deleted or never existed in this account. */
async function findCustomer(stripe: Stripe, customerRef: string, patience: Patience) {
  try {
    const customer = await stripe.customers.retrieve(customerRef, {}, requestOptions(patience))
    return customer.deleted ? null : customer
  } catch (error) {
    if (toCardProblem(error).kind === 'missing') return null
    throw error
  }
}

/** The customer that a saved card is attached to, if any. */
async function findCardOwner(stripe: Stripe, cardRef: string, patience: Patience) {
  try {
    const { customer } = await stripe.paymentMethods.retrieve(cardRef, {}, requestOptions(patience))
    return typeof customer === 'string' ? customer : (customer?.id ?? null)
  } catch (error) {
    if (toCardProblem(error).kind === 'missing') return null
    throw error
  }
}

/** Stripe rejects a detached card without a code, so the card itself is read to find out. */
export async function rethrowRejection(
  stripe: Stripe,
  error: unknown,
  cardRef: string,
  patience: Patience,
): Promise<never> {
  const problem = toCardProblem(error)
  if (!isUnnamedRejection(problem)) throw problem
  const owner = await findCardOwner(stripe, cardRef, patience).catch(() => undefined)
  if (owner !== null) throw problem
  const { message, details } = problem
  throw new CardProblem('missing', message, { cause: error, missing: 'card', details })
}
