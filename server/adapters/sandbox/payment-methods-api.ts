import { ApiError, missing } from './api-error.ts'
import type { Call, Routes } from './call.ts'
import { type Answer, type Ledger, type Once, type Row, unrepeated } from './ledger.ts'
import { listObjects, retrieveObject } from './listing.ts'
import { allowOnly, requiredText } from './params.ts'
import { type Customer, isCustomer, type PaymentMethod } from './shapes.ts'
import type { Card } from './take-payment.ts'
import type { Behaviour } from './test-cards.ts'

const type = 'payment_method'

export const paymentMethodRoutes = (ledger: Ledger): Routes => ({
  'GET payment_methods': (call) =>
    listObjects(ledger, type, call, { customer: requiredText(call.params, 'customer') }),
  'GET payment_methods/:id': (call) => retrieveObject(ledger, type, call),
  'POST payment_methods/:id/attach': (call) => attachMethod(ledger, call),
  'POST payment_methods/:id/detach': (call) => {
    allowOnly(call.params, [])
    return detachMethod(ledger, call)
  },
})

function attachMethod(ledger: Ledger, call: Call): Promise<Answer> {
  allowOnly(call.params, ['customer'])
  const customer = requiredText(call.params, 'customer')
  const decide = (method: PaymentMethod, find: (id: string) => Row | undefined) => {
    if (!isCustomer(find(customer))) throw missing('customer', customer, 'customer')
    if (method.customer === null) throw mayNotBeUsedAgain()
    if (method.customer !== customer) {
      throw new ApiError(400, {
        message: 'The payment method you provided has already been attached to a customer.',
        param: 'payment_method',
      })
    }
    const notes = [{ type: 'payment_method.attached', of: 0 }]
    return { data: { ...method, customer }, customer, notes }
  }
  return ledger.change(call, type, call.id, decide, [customer])
}

/** As at Stripe, a card that is taken off its customer is no longer the default there either. */
export async function detachMethod(ledger: Ledger, call: Once & { id: string }): Promise<Answer> {
  let owner: string | null = null
  const answer = await ledger.change(call, type, call.id, (method: PaymentMethod) => {
    if (method.customer === null) {
      throw new ApiError(400, {
        message:
          'The payment method you provided is not attached to a customer so detachment is impossible.',
      })
    }
    owner = method.customer
    const notes = [{ type: 'payment_method.detached', of: 0 }]
    return { data: { ...method, customer: null }, customer: null, notes }
  })
  if (owner !== null) await clearDefault(ledger, owner, call.id)
  return answer
}

async function clearDefault(ledger: Ledger, owner: string, methodId: string): Promise<void> {
  const { rows } = await ledger.read(unrepeated, [owner])
  const { invoice_settings: settings } = (rows[0]?.data ?? {}) as Partial<Customer>
  if (settings?.default_payment_method !== methodId) return
  await ledger.change(unrepeated, 'customer', owner, (customer: Customer) => ({
    data: {
      ...customer,
      invoice_settings: { ...customer.invoice_settings, default_payment_method: null },
    },
    notes: [{ type: 'customer.updated', of: 0 }],
  }))
}

/** The card that a row holds; a test card's manners are kept beside it. */
export function cardIn(row: Row | undefined, id: string): Card {
  if (row?.type !== type) throw missing('PaymentMethod', id, 'payment_method')
  const method = row.data as PaymentMethod
  return { method, behaviour: row.behaviour as Behaviour, stored: true }
}

/** Word for word Stripe's answer to a detached card, which names neither a code nor a parameter. */
export const mayNotBeUsedAgain = () =>
  new ApiError(400, {
    message:
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
  })

export const belongsToAnother = (id: string) =>
  new ApiError(400, {
    message: `The PaymentMethod ${id} does not belong to the Customer of this intent.`,
    param: 'payment_method',
  })
