import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  type CardSandbox,
  cardInput,
  openCardSandbox,
  testCard,
} from '#tests/support/card-sandbox.ts'
import { RecentRows } from './recent-rows.ts'

let open: CardSandbox
beforeAll(async () => {
  open = await openCardSandbox()
})
afterAll(() => open.close())

const newIntent = () => open.stripe.paymentIntents.create({ amount: 500, currency: 'usd' })

test('an intent that this process wrote last is changed without a read', async () => {
  const customer = await open.stripe.customers.create({ email: 'ana@example.com' })
  const intent = await newIntent()
  const query = vi.spyOn(open.pool, 'query')

  const updated = await open.stripe.paymentIntents.update(intent.id, {
    amount: 700,
    customer: customer.id,
  })

  expect(updated).toMatchObject({ amount: 700, customer: customer.id })
  expect(query).toHaveBeenCalledOnce()
  query.mockRestore()
  expect(await open.stripe.paymentIntents.retrieve(intent.id)).toEqual(updated)
})

test('an intent that another process paid cannot be changed', async () => {
  const intent = await newIntent()
  const second = await open.another('pays')
  await second.sandbox.browser.confirmPayment({
    intentId: intent.id,
    clientSecret: intent.client_secret ?? '',
    card: cardInput(testCard.good),
  })

  const update = open.stripe.paymentIntents.update(intent.id, { amount: 900 })

  await expect(update).rejects.toMatchObject({ code: 'payment_intent_unexpected_state' })
  expect(await open.stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ amount: 500 })
  await second.sandbox.close()
})

test('an intent cannot get a customer that another process deleted', async () => {
  const customer = await open.stripe.customers.create({ email: 'ben@example.com' })
  const intent = await newIntent()
  const second = await open.another('deletes')
  await second.stripe.customers.del(customer.id)

  const update = open.stripe.paymentIntents.update(intent.id, { customer: customer.id })

  await expect(update).rejects.toMatchObject({ code: 'resource_missing', param: 'customer' })
  await second.sandbox.close()
})

test('only the newest rows are remembered, and none is replaced by an older version', () => {
  const recent = new RecentRows()
  const row = (id: string, version: number) => ({
    id,
    version,
    type: 'customer',
    behavior: null,
    customer: null,
    email: null,
    data: {},
  })
  recent.remember(row('cus_1', 2))
  recent.remember(row('cus_1', 1))
  expect(recent.find(['cus_1'])).toEqual([row('cus_1', 2)])

  for (let count = 0; count < 500; count++) recent.remember(row(`pi_${count}`, 0))

  expect(recent.find(['cus_1'])).toBeUndefined()
  expect(recent.find(['pi_0', 'pi_499'])).toHaveLength(2)
})
