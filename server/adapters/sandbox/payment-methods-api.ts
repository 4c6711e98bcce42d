import { ApiError, missing } from './api-error.ts'
import type { Call, Routes } from './call.ts'
import type { Answer, Ledger, Row } from './ledger.ts'
import { listObjects, retrieveObject } from './listing.ts'
import { allowOnly, requiredText } from './params.ts'
import type { PaymentMethod } from './shapes.ts'
import type { Card } from './take-payment.ts'
import type { Behaviour } from './test-cards.ts'

const type = 'payment_method'

export const paymentMethodRoutes = (ledger: Ledger): Routes => ({
  'GET payment_methods': (call) =>
    listObjects(ledger, type, call, { customer: requiredText(call.params, 'customer') }),
  'GET payment_methods/:id': (call) => retrieveObject(ledger, type, call),
  'POST payment_methods/:id/attach': (call) => attachMethod(ledger, call),
  'POST payment_methods/:id/detach': (call) => detachMethod(ledger, call),
})

function attachMethod(ledger: Ledger, call: Call): Promise<Answer> {
  allowOnly(call.params, ['customer'])
  const customer = requiredText(call.params, 'customer')
  const decide = (method: PaymentMethod, find: (id: string) => Row | undefined) => {
    if (find(customer)?.type !== 'customer') throw missing('customer', customer, 'customer')
    if (method.customer !== null && method.customer !== customer) {
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

function detachMethod(ledger: Ledger, call: Call): Promise<Answer> {
  allowOnly(call.params, [])
  return ledger.change(call, type, call.id, (method: PaymentMethod) => {
    if (method.customer === null) {
      throw new ApiError(400, {
        message:
          'The payment method you provided is not attached to a customer so detachment is impossible.',
      })
    }
    const notes = [{ type: 'payment_method.detached', of: 0 }]
    return { data: { ...method, customer: null }, customer: null, notes }
  })
}

/** The card that a row holds; a test card's manners are kept beside it. */
export function cardIn(row: Row | undefined, id: string): Card {
  if (row?.type !== type) throw missing('PaymentMethod', id, 'payment_method')
  const method = row.data as PaymentMethod
  return { method, behaviour: row.behaviour as Behaviour, stored: true }
}

export const belongsToAnother = (id: string) =>
  new ApiError(400, {
    message: `The PaymentMethod ${id} does not belong to the Customer of this intent.`,
    param: 'payment_method',
  })
