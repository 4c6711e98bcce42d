import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { testCard } from '#tests/support/card-sandbox.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { customerBrowser } from '#tests/support/sign-in.ts'
import {
  capturedCents,
  getCycles,
  runEngine,
  runOnDays,
  subscribe,
} from '#tests/support/subscriber.ts'

/** A subscription whose card was declined for its second delivery. */
async function makeDeliveryUnpaid(shop: TestShop, isSignedIn: boolean) {
  const browser = isSignedIn ? await customerBrowser(shop) : shop.buyer()
  const { id, buyer } = await subscribe(shop, { card: testCard.failsLater, browser })
  await runOnDays(shop, '2026-03-09', '2026-03-12')
  const orderId = (await getCycles(shop, id))[0]?.order_id ?? ''
  return { id, buyer, orderId }
}

const getCard = async (shop: TestShop) => {
  const [row] = await shop.sql<{ card: string | null }>(
    'select payment_method_ref as card from subscriptions',
  )
  return row?.card
}

/** Text of the email with this subject, as one line. */
async function findEmailText(shop: TestShop, subject: RegExp) {
  const email = (await shop.mailbox()).find((candidate) => subject.test(candidate.subject))
  return email?.text.replace(/\s+/g, ' ') ?? ''
}

test.each([
  ['a guest', false],
  ['a logged-in customer', true],
])(
  'AU8: the card with which %s pays an unpaid delivery is charged for the next',
  async (_, isSignedIn) => {
    const shop = await openShop()
    const { id, buyer, orderId } = await makeDeliveryUnpaid(shop, isSignedIn)
    expect((await buyer.order(orderId)).body.canSaveCard).toBe(true)
    const before = await getCard(shop)

    const { clientSecret } = (await buyer.pay(orderId, true)).body
    await buyer.confirm(clientSecret, testCard.good)
    await runEngine(shop)
    expect(await getCard(shop)).not.toBe(before)
    await runOnDays(shop, '2026-03-16', '2026-03-19')

    expect(await getCycles(shop, id)).toMatchObject([
      { cycle: 1, status: 'paid' },
      { cycle: 2, status: 'paid', failed_attempts: 0 },
    ])
    expect(await capturedCents(shop)).toHaveLength(3)
    const [consent] = await shop.sql('select * from consents where order_id = $1', [orderId])
    expect(consent).toMatchObject({
      text: expect.stringContaining('Use this card for future deliveries'),
      is_signed_in: isSignedIn,
    })
    expect((await audit(shop)).findings).toEqual([])
  },
)

test('AU8: a card that needed 3-D Secure for the payment is saved too', async () => {
  const shop = await openShop()
  const { id, buyer, orderId } = await makeDeliveryUnpaid(shop, false)

  const { clientSecret } = (await buyer.pay(orderId, true)).body
  await buyer.confirm(clientSecret, testCard.authenticatesOnce)
  await buyer.authenticate(clientSecret, 'complete')
  await runEngine(shop)
  await runOnDays(shop, '2026-03-16', '2026-03-19')

  expect((await getCycles(shop, id)).map(({ status }) => status)).toEqual(['paid', 'paid'])
})

test.each([
  ['unchecked', [true, false]],
  ['not offered', [undefined]],
])('AU8: without consent (%s) the card is charged once and not saved', async (_, choices) => {
  const shop = await openShop()
  const { id, buyer, orderId } = await makeDeliveryUnpaid(shop, false)
  const before = await getCard(shop)

  let secret = ''
  for (const saveCard of choices) secret = (await buyer.pay(orderId, saveCard)).body.clientSecret
  await buyer.confirm(secret, testCard.good)
  await runEngine(shop)

  expect((await getCycles(shop, id))[0]?.status).toBe('paid')
  expect(await getCard(shop)).toBe(before)
  expect(await shop.sql('select * from consents where order_id = $1', [orderId])).toEqual([])
  const [paid] = await shop.sql<{ customer: string | null }>(
    "select customer from sandbox.objects where type = 'payment_method' and behavior = 'succeeds'",
  )
  expect(paid?.customer).toBeNull()
})

test('AU8: an abandoned payment page does not block the retry of the saved card', async () => {
  const shop = await openShop()
  const { id, buyer, orderId } = await makeDeliveryUnpaid(shop, false)
  await buyer.pay(orderId, true)

  await runOnDays(shop, '2026-03-13')

  expect((await getCycles(shop, id))[0]).toMatchObject({ status: 'unpaid', failed_attempts: 2 })
})

test('AU8: a card that the provider did not save does not replace the saved one', async () => {
  const shop = await openShop()
  const { id, buyer, orderId } = await makeDeliveryUnpaid(shop, false)
  const before = await getCard(shop)
  const { clientSecret } = (await buyer.pay(orderId, true)).body
  // The page is open while the saved card is retried, which turns off saving on the intent.
  await runOnDays(shop, '2026-03-13')

  await buyer.confirm(clientSecret, testCard.good)
  await runEngine(shop)

  expect(await getCycles(shop, id)).toMatchObject([{ cycle: 1, status: 'paid' }])
  expect(await getCard(shop)).toBe(before)
})

test('AU8: a cancelled subscription saves no card', async () => {
  const shop = await openShop()
  const ana = await customerBrowser(shop)
  const { id } = await subscribe(shop, { card: testCard.failsLater, browser: ana })
  await runOnDays(shop, '2026-03-09', '2026-03-12')
  const orderId = (await getCycles(shop, id))[0]?.order_id ?? ''
  await shop.sql('update cycles set released_at = now() where order_id = $1', [orderId])
  await shop.sql("update orders set delivery_status = 'delivered' where id = $1", [orderId])
  await ana.call('PATCH', fillPath(apiPaths.cancelOrder, { id }))

  expect((await ana.order(orderId)).body.canSaveCard).toBe(false)
  await ana.pay(orderId, true)

  expect(await shop.sql('select * from consents where order_id = $1', [orderId])).toEqual([])
})

test('AU8: if the provider customer is deleted, a new intent pays the delivery and saves the card', async () => {
  const shop = await openShop()
  const { id, buyer, orderId } = await makeDeliveryUnpaid(shop, false)
  const [customer] = await shop.sql<{ ref: string }>(
    'select customer_ref as ref from subscriptions',
  )
  await shop.deps.cards.deleteCustomer(customer?.ref ?? '', 'background')

  const { clientSecret } = (await buyer.pay(orderId, true)).body
  await buyer.confirm(clientSecret, testCard.good)
  await runEngine(shop)
  await runOnDays(shop, '2026-03-16', '2026-03-19')

  expect((await getCycles(shop, id)).map(({ status }) => status)).toEqual(['paid', 'paid'])
  expect((await audit(shop)).findings).toEqual([])
})

test('AU8: emails mention the default card only for subscriptions that use it', async () => {
  const guestShop = await openShop()
  await makeDeliveryUnpaid(guestShop, false)
  const toGuest = await findEmailText(guestShop, /couldn’t charge/)
  expect(toGuest).toContain('Pay now with any card.')
  expect(toGuest).toContain('Use this card for future deliveries')
  expect(toGuest).not.toMatch(/Billing|Change your saved card|customer\/billing/i)

  const customerShop = await openShop()
  await makeDeliveryUnpaid(customerShop, true)
  const toCustomer = await findEmailText(customerShop, /couldn’t charge/)
  expect(toCustomer).toContain('choose another default card in Billing')
  expect(toCustomer).toMatch(/Change your saved card/)
})

test('AU8: no email mentions a saved card if there is none', async () => {
  const shop = await openShop()
  await subscribe(shop)
  await shop.sql('update subscriptions set payment_method_ref = null')

  await runOnDays(shop, '2026-03-09', '2026-03-12')

  const reminder = await findEmailText(shop, /^Your delivery on/)
  expect(reminder).toContain('email you a link to pay')
  expect(reminder).not.toContain('to your saved card')
  expect(await findEmailText(shop, /no card to charge/)).toContain('You have no saved card')
})
