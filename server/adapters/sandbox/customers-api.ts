import { missing } from './api-error.ts'
import type { Call, Routes } from './call.ts'
import type { Answer, Ledger } from './ledger.ts'
import { listObjects, retrieveObject } from './listing.ts'
import { allowOnly, mergeMetadata, type Params, textOf } from './params.ts'
import { type Customer, isDeleted, newCustomer, type PaymentMethod } from './shapes.ts'

const type = 'customer'
const fields = ['email', 'name', 'phone', 'metadata', 'invoice_settings']

export const customerRoutes = (ledger: Ledger): Routes => ({
  'GET customers': (call) =>
    listObjects(ledger, type, call, { email: textOf(call.params, 'email') ?? undefined }),
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

function createCustomer(ledger: Ledger, call: Call): Promise<Answer> {
  const { params } = call
  allowOnly(params, fields)
  const email = textOf(params, 'email') ?? null
  const data = newCustomer(ledger.stamp('cus'), {
    email,
    name: textOf(params, 'name') ?? null,
    phone: textOf(params, 'phone') ?? null,
    metadata: mergeMetadata({}, params),
  })
  const notes = [{ type: 'customer.created', of: 0 }]
  return ledger.create(call, { id: data.id, type, data, email }, notes)
}

function updated(customer: Customer, params: Params) {
  allowOnly(params, fields)
  const change = (name: 'email' | 'name' | 'phone') => {
    const value = textOf(params, name)
    return value === undefined ? customer[name] : value
  }
  const settings = params.invoice_settings
  const method =
    typeof settings === 'object' ? textOf(settings, 'default_payment_method') : undefined
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
  return { data, email, notes: [{ type: 'customer.updated', of: 0 }] }
}

/** As at Stripe, only its name stays, and its cards are nobody's from then on. */
async function deleteCustomer(ledger: Ledger, call: Call): Promise<Answer> {
  allowOnly(call.params, [])
  const { rows } = await ledger.query<{ id: string; data: PaymentMethod; behaviour: string }>({
    text: `select id, data, behaviour from sandbox.objects
           where customer = $1 and type = 'payment_method'`,
    values: [call.id],
  })
  const detached = rows.map(({ id, data, behaviour }) => ({
    id,
    type: 'payment_method',
    data: { ...data, customer: null },
    customer: null,
    behaviour,
  }))
  return ledger.change(call, type, call.id, (customer: Customer) => {
    if (isDeleted(customer)) throw missing(type, call.id)
    return {
      data: { id: call.id, object: 'customer', deleted: true },
      email: null,
      also: detached,
      notes: [{ type: 'customer.deleted', of: 0 }],
    }
  })
}
