import type { Card } from '../attempt-payment.ts'
import {
  type ApiResponse,
  type Idempotency,
  type Ledger,
  type Row,
  withoutIdempotency,
} from '../ledger.ts'
import { listObjects, retrieveObject } from '../listing.ts'
import { type Customer, isCustomer, type PaymentMethod } from '../objects.ts'
import type { CardBehavior } from '../test-cards.ts'
import type { ApiCall, Routes } from './api-call.ts'
import { ApiError, missing } from './api-error.ts'
import { allowOnly, requiredText } from './params.ts'

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

function attachMethod(ledger: Ledger, call: ApiCall): Promise<ApiResponse> {
  allowOnly(call.params, ['customer'])
  const customer = requiredText(call.params, 'customer')
  const decide = (method: PaymentMethod, find: (id: string) => Row | undefined) => {
    if (!isCustomer(find(customer))) throw missing('customer', customer, 'customer')
    if (method.customer === null) throw cardCannotBeReused()
    if (method.customer !== customer) {
      throw new ApiError(400, {
        message: 'The payment method you provided has already been attached to a customer.',
        param: 'payment_method',
      })
    }
    const pendingEvents = [{ type: 'payment_method.attached', objectIndex: 0 }]
    return { data: { ...method, customer }, customer, pendingEvents }
  }
  return ledger.change(call, type, call.id, decide, [customer])
}

/** As at Stripe, a detached card is no longer its customer's default. */
export async function detachMethod(
  ledger: Ledger,
  call: Idempotency & { id: string },
): Promise<ApiResponse> {
  let owner: string | null = null
  const response = await ledger.change(call, type, call.id, (method: PaymentMethod) => {
    if (method.customer === null) {
      throw new ApiError(400, {
        message:
          'The payment method you provided is not attached to a customer so detachment is impossible.',
      })
    }
    owner = method.customer
    const pendingEvents = [{ type: 'payment_method.detached', objectIndex: 0 }]
    return { data: { ...method, customer: null }, customer: null, pendingEvents }
  })
  if (owner !== null) await clearDefault(ledger, owner, call.id)
  return response
}

async function clearDefault(ledger: Ledger, owner: string, methodId: string): Promise<void> {
  const { rows } = await ledger.read(withoutIdempotency, [owner])
  const { invoice_settings: settings } = (rows[0]?.data ?? {}) as Partial<Customer>
  if (settings?.default_payment_method !== methodId) return
  await ledger.change(withoutIdempotency, 'customer', owner, (customer: Customer) => ({
    data: {
      ...customer,
      invoice_settings: { ...customer.invoice_settings, default_payment_method: null },
    },
    pendingEvents: [{ type: 'customer.updated', objectIndex: 0 }],
  }))
}

/** Converts a row into a card and its test behavior, which has its own column. */
export function toCard(row: Row | undefined, id: string): Card {
  if (row?.type !== type) throw missing('PaymentMethod', id, 'payment_method')
  const method = row.data as PaymentMethod
  return { method, behavior: row.behavior as CardBehavior, stored: true }
}

/** Stripe's exact error for a detached card, which has neither a code nor a parameter. */
export const cardCannotBeReused = () =>
  new ApiError(400, {
    message:
      'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
  })

export const belongsToOtherCustomer = (id: string) =>
  new ApiError(400, {
    message: `The PaymentMethod ${id} does not belong to the Customer of this intent.`,
    param: 'payment_method',
  })
