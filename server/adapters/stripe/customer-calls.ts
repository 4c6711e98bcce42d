import type Stripe from 'stripe'
import { CardProblem, type CardProvider, type Patience } from '#server/modules/payments/port.ts'
import { make, once, speak, within } from './ask-stripe.ts'
import { cardProblem, isUnnamedRefusal } from './card-problems.ts'
import { openPortalSession } from './open-portal-session.ts'

/** What concerns a customer of the provider rather than one payment. */
export function customerCalls(
  stripe: Stripe,
): Pick<
  CardProvider,
  'accountId' | 'createCustomer' | 'defaultCardOf' | 'deleteCustomer' | 'openBillingPortal'
> {
  const { customers } = stripe
  return {
    accountId: (patience) =>
      speak(async () => (await stripe.accounts.retrieveCurrent({}, within(patience))).id),

    createCustomer: ({ key, email, name }, patience) =>
      make(key, async (fresh) => {
        return (await customers.create({ email, name }, once(fresh, patience))).id
      }),

    defaultCardOf: (customerRef, patience) =>
      speak(async () => {
        const customer = await customerOrNull(stripe, customerRef, patience)
        if (!customer) return null
        const card = customer.invoice_settings.default_payment_method
        const cardRef = typeof card === 'string' ? card : card?.id
        if (!cardRef) return null
        return (await ownerOf(stripe, cardRef, patience)) === customerRef ? cardRef : null
      }),

    deleteCustomer: (customerRef, patience) =>
      speak(async () => {
        await customers.del(customerRef, {}, within(patience))
      }),

    openBillingPortal: (customerRef, returnUrl, patience) =>
      speak(() => openPortalSession(stripe, { customerRef, returnUrl }, () => within(patience))),
  }
}

/** Nothing for one that was deleted, or that this account never had. */
async function customerOrNull(stripe: Stripe, customerRef: string, patience: Patience) {
  try {
    const customer = await stripe.customers.retrieve(customerRef, {}, within(patience))
    return customer.deleted ? null : customer
  } catch (error) {
    if (cardProblem(error).kind === 'missing') return null
    throw error
  }
}

/** The customer that a saved card is attached to, if any. */
async function ownerOf(stripe: Stripe, cardRef: string, patience: Patience) {
  try {
    const { customer } = await stripe.paymentMethods.retrieve(cardRef, {}, within(patience))
    return typeof customer === 'string' ? customer : (customer?.id ?? null)
  } catch (error) {
    if (cardProblem(error).kind === 'missing') return null
    throw error
  }
}

/** A detached card is refused without a code: only the card itself tells that it is gone. */
export async function explainRefusal(
  stripe: Stripe,
  error: unknown,
  cardRef: string,
  patience: Patience,
): Promise<never> {
  const problem = cardProblem(error)
  if (!isUnnamedRefusal(problem)) throw problem
  const owner = await ownerOf(stripe, cardRef, patience).catch(() => undefined)
  if (owner !== null) throw problem
  const { message, details } = problem
  throw new CardProblem('missing', message, { cause: error, missing: 'card', details })
}
