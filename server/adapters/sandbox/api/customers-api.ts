import type { ApiResponse, Ledger } from '../ledger.ts'
import { listObjects, retrieveObject } from '../listing.ts'
import { type Customer, isDeleted, newCustomer, type PaymentMethod } from '../objects.ts'
import type { ApiCall, Routes } from './api-call.ts'
import { missing } from './api-error.ts'
import { allowOnly, mergeMetadata, type Params, readText } from './params.ts'

const type = 'customer'
const fields = ['email', 'name', 'phone', 'metadata', 'invoice_settings']

export const customerRoutes = (ledger: Ledger): Routes => ({
  'GET customers': (call) =>
    listObjects(ledger, type, call, { email: readText(call.params, 'email') ?? undefined }),
  'POST customers': (call) => createCustomer(ledger, call),
  'GET customers/:id': (call) => retrieveObject(ledger, type, call),
  'POST customers/:id': (call) =>
    ledger.change(call, type, call.id, (customer: Customer) => {
      if (isDeleted(customer)) throw missing(type, call.id)
      return updated(customer, call.params)
    }),
  'DELETE customers/:id': (call) => deleteCustomer(ledger, call),
  'GET customers/:id/payment_methods': (call) =>
    listObjects(ledger, 'payment_method', call, { customer: call.id }),
})

function createCustomer(ledger: Ledger, call: ApiCall): Promise<ApiResponse> {
  const { params } = call
  allowOnly(params, fields)
  const email = readText(params, 'email') ?? null
  const data = newCustomer(ledger.stamp('cus'), {
    email,
    name: readText(params, 'name') ?? null,
    phone: readText(params, 'phone') ?? null,
    metadata: mergeMetadata({}, params),
  })
  const pendingEvents = [{ type: 'customer.created', objectIndex: 0 }]
  return ledger.create(call, { id: data.id, type, data, email }, pendingEvents)
}

function updated(customer: Customer, params: Params) {
  allowOnly(params, fields)
  const change = (name: 'email' | 'name' | 'phone') => {
    const value = readText(params, name)
    return value === undefined ? customer[name] : value
  }
  const settings = params.invoice_settings
  const method =
    typeof settings === 'object' ? readText(settings, 'default_payment_method') : undefined
  const email = change('email')
  const data: Customer = {
    ...customer,
    email,
    name: change('name'),
    phone: change('phone'),
    metadata: mergeMetadata(customer.metadata, params),
  }
  if (method !== undefined) {
    data.invoice_settings = { ...customer.invoice_settings, default_payment_method: method }
  }
  return { data, email, pendingEvents: [{ type: 'customer.updated', objectIndex: 0 }] }
}

/** As at Stripe, only the id of a deleted customer remains, and its cards are detached. */
async function deleteCustomer(ledger: Ledger, call: ApiCall): Promise<ApiResponse> {
  allowOnly(call.params, [])
  const { rows } = await ledger.query<{ id: string; data: PaymentMethod; behavior: string }>({
    text: `select id, data, behavior from sandbox.objects
           where customer = $1 and type = 'payment_method'`,
    values: [call.id],
  })
  const detached = rows.map(({ id, data, behavior }) => ({
    id,
    type: 'payment_method',
    data: { ...data, customer: null },
    customer: null,
    behavior,
  }))
  return ledger.change(call, type, call.id, (customer: Customer) => {
    if (isDeleted(customer)) throw missing(type, call.id)
    return {
      data: { id: call.id, object: 'customer', deleted: true },
      email: null,
      related: detached,
      pendingEvents: [{ type: 'customer.deleted', objectIndex: 0 }],
    }
  })
}
