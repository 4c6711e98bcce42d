import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type CardSandbox,
  cardInput,
  openCardSandbox,
  testCard,
} from '#tests/support/card-sandbox.ts'
import { statementSuffix } from './describe-intent.ts'
import { stripeCards } from './stripe-cards.ts'

let open: CardSandbox
beforeAll(async () => {
  open = await openCardSandbox()
})
afterAll(() => open.close())

const orderId = '1a2b3c4d-1111-4111-8111-111111111111'

function createCards(shopName: string) {
  const { apiBase, secretKey } = open.sandbox
  return stripeCards({ secretKey, webhookSecret: 'whsec_1', apiBase, shopName })
}

test('an intent and its charge show the order to staff and the shop to the cardholder', async () => {
  const cards = createCards('Carboy Water')
  const input = { idempotencyKey: 'described', amountCents: 900, orderId }
  const { id, clientSecret } = await cards.createIntent(input, 'interactive')
  const again = await cards.createIntent(input, 'interactive')
  const intent = await open.stripe.paymentIntents.retrieve(id)
  expect(again.id).toBe(id)
  expect(intent).toMatchObject({
    description: 'Order 1a2b3c4d',
    statement_descriptor_suffix: 'Carboy',
    metadata: { order_id: orderId },
  })

  const other = { amountCents: 950, orderId: `9f8e7d6c${orderId.slice(8)}`, saveCard: false }
  const customer = { idempotencyKey: 'described-customer', email: 'ana@example.com', name: 'Ana' }
  const customerRef = await cards.createCustomer(customer, 'interactive')
  await cards.updateIntent(id, { ...other, customerRef }, 'interactive')
  const card = cardInput(testCard.good)
  await open.sandbox.browser.confirmPayment({ intentId: id, clientSecret, card })
  const [charge] = (await open.stripe.charges.list({ payment_intent: id })).data
  expect(charge).toMatchObject({
    description: 'Order 9f8e7d6c',
    statement_descriptor_suffix: 'Carboy',
  })
})

test('a shop name without allowed letters sets no suffix', async () => {
  const cards = createCards('7 水 *')
  const { id } = await cards.createIntent(
    { idempotencyKey: 'plain', amountCents: 900, orderId },
    'interactive',
  )
  const intent = await open.stripe.paymentIntents.retrieve(id)
  expect(intent.statement_descriptor_suffix).toBeNull()
})

test.each([
  ['Carboy Water', 'Carboy'],
  ['Big Spring Water Company', 'Big Spring'],
  ["O'Neil's <Best> *Água*", 'ONeils'],
  ['Wassermannschaft', 'Wassermann'],
  ['A & B Water', 'A & B'],
  ['', undefined],
  ['24/7', undefined],
])('%s becomes %s', (name, suffix) => {
  expect(statementSuffix(name)).toBe(suffix)
})

test('the suffix follows Stripe’s rules for any shop name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (name) => {
      const suffix = statementSuffix(name)
      if (suffix === undefined) return
      expect(suffix).toMatch(/^[A-Za-z\d .&-]{1,10}$/)
      expect(suffix).toMatch(/[A-Za-z]/)
      expect(suffix).toBe(suffix.trim())
    }),
  )
})
