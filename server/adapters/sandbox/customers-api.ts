import { missing } from './api-error.ts'
import type { Call, Routes } from './call.ts'
import type { Answer, Ledger } from './ledger.ts'
import { listObjects, retrieveObject } from './listing.ts'
import { allowOnly, mergeMetadata, type Params, textOf } from './params.ts'
import { type Customer, newCustomer } from './shapes.ts'

const type = 'customer'
const fields = ['email', 'name', 'phone', 'metadata', 'invoice_settings']

export const customerRoutes = (ledger: Ledger): Routes => ({
  'GET customers': (call) =>
    listObjects(ledger, type, call, { email: textOf(call.params, 'email') ?? undefined }),
  'POST customers': (call) => createCustomer(ledger, call),
  'GET customers/:id': (call) => retrieveObject(ledger, type, call),
  'POST customers/:id': (call) =>
    ledger.change(call, type, call.id, (customer: Customer) => updated(customer, call.params)),
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

/** Its saved cards are detached with it, and may not be used again. */
async function deleteCustomer(ledger: Ledger, { id }: Call): Promise<Answer> {
  const { rows } = await ledger.query({
    text: `with gone as (delete from sandbox.objects where id = $1 and type = $2 returning id),
             detached as (
               update sandbox.objects o
               set customer = null, version = o.version + 1,
                   data = jsonb_set(o.data, '{customer}', 'null')
               from gone where o.type = 'payment_method' and o.customer = gone.id)
           select id from gone`,
    values: [id, type],
  })
  if (rows.length === 0) throw missing(type, id)
  return { status: 200, body: JSON.stringify({ id, object: type, deleted: true }) }
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
