import { expect, test } from 'vitest'
import { fillPath } from '#contract/fill-path.ts'
import { apiPaths } from '#contract/paths.ts'
import { testCard } from '#tests/support/card-sandbox.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { customerBrowser } from '#tests/support/sign-in.ts'
import { capturedCents, getCycles, runEngine, subscribe } from '#tests/support/subscriber.ts'

async function runTo(shop: TestShop, ...days: string[]) {
  for (const day of days) {
    shop.clock.set(`${day}T12:00:00Z`)
    await runEngine(shop)
  }
}

/** A guest's subscription whose card said no on the morning of its second delivery. */
async function unpaidDelivery(shop: TestShop, isSignedIn: boolean) {
  const browser = isSignedIn ? await customerBrowser(shop) : shop.buyer()
  const { id, buyer } = await subscribe(shop, { card: testCard.failsLater, browser })
  await runTo(shop, '2026-03-09', '2026-03-12')
  const orderId = (await getCycles(shop, id))[0]?.order_id ?? ''
  return { id, buyer, orderId }
}

const cardOf = async (shop: TestShop) => {
  const [row] = await shop.sql<{ card: string | null }>(
    'select payment_method_ref as card from subscriptions',
  )
  return row?.card
}

/** The mail of a kind, with its lines joined. */
async function mailAbout(shop: TestShop, subject: RegExp) {
  const mail = (await shop.mailbox()).find((one) => subject.test(one.subject))
  return mail?.text.replace(/\s+/g, ' ') ?? ''
}

test.each([
  ['a guest', false],
  ['a signed-in customer', true],
])(
  'AU8: the card with which %s pays a delivery by hand is charged for the next',
  async (_, isSignedIn) => {
    const shop = await openShop()
    const { id, buyer, orderId } = await unpaidDelivery(shop, isSignedIn)
    expect((await buyer.order(orderId)).body.canSaveCard).toBe(true)
    const before = await cardOf(shop)

    const { clientSecret } = (await buyer.pay(orderId, true)).body
    await buyer.confirm(clientSecret, testCard.good)
    await runEngine(shop)
    expect(await cardOf(shop)).not.toBe(before)
    await runTo(shop, '2026-03-16', '2026-03-19')

    expect(await getCycles(shop, id)).toMatchObject([
      { cycle: 1, status: 'paid' },
      { cycle: 2, status: 'paid', tries: 0 },
    ])
    expect(await capturedCents(shop)).toHaveLength(3)
    const [consent] = await shop.sql('select * from consents where order_id = $1', [orderId])
    expect(consent).toMatchObject({
      words: expect.stringContaining('Use this card for future deliveries'),
      is_signed_in: isSignedIn,
    })
    expect((await audit(shop)).findings).toEqual([])
  },
)

test('AU8: after 3-D Secure in person the card is kept as well', async () => {
  const shop = await openShop()
  const { id, buyer, orderId } = await unpaidDelivery(shop, false)

  const { clientSecret } = (await buyer.pay(orderId, true)).body
  await buyer.confirm(clientSecret, testCard.authenticatesOnce)
  await buyer.authenticate(clientSecret, 'complete')
  await runEngine(shop)
  await runTo(shop, '2026-03-16', '2026-03-19')

  expect((await getCycles(shop, id)).map(({ status }) => status)).toEqual(['paid', 'paid'])
})

test.each([
  ['unchecked', [true, false]],
  ['never asked for', [undefined]],
])('AU8: without consent (%s) the card is used this once and not kept', async (_, wishes) => {
  const shop = await openShop()
  const { id, buyer, orderId } = await unpaidDelivery(shop, false)
  const before = await cardOf(shop)

  let secret = ''
  for (const wish of wishes) secret = (await buyer.pay(orderId, wish)).body.clientSecret
  await buyer.confirm(secret, testCard.good)
  await runEngine(shop)

  expect((await getCycles(shop, id))[0]?.status).toBe('paid')
  expect(await cardOf(shop)).toBe(before)
  expect(await shop.sql('select * from consents where order_id = $1', [orderId])).toEqual([])
  const [paid] = await shop.sql<{ customer: string | null }>(
    "select customer from sandbox.objects where type = 'payment_method' and behaviour = 'succeeds'",
  )
  expect(paid?.customer).toBeNull()
})

test('AU8: who opens the page and leaves does not keep the saved card from being tried again', async () => {
  const shop = await openShop()
  const { id, buyer, orderId } = await unpaidDelivery(shop, false)
  await buyer.pay(orderId, true)

  await runTo(shop, '2026-03-13')

  expect((await getCycles(shop, id))[0]).toMatchObject({ status: 'unpaid', tries: 2 })
})

test('AU8: a card that the provider did not save does not take the place of the saved one', async () => {
  const shop = await openShop()
  const { id, buyer, orderId } = await unpaidDelivery(shop, false)
  const before = await cardOf(shop)
  const { clientSecret } = (await buyer.pay(orderId, true)).body
  // The page stands open while the saved card is asked again, for which the intent may save none.
  await runTo(shop, '2026-03-13')

  await buyer.confirm(clientSecret, testCard.good)
  await runEngine(shop)

  expect(await getCycles(shop, id)).toMatchObject([{ cycle: 1, status: 'paid' }])
  expect(await cardOf(shop)).toBe(before)
})

test('AU8: a cancelled subscription keeps no card', async () => {
  const shop = await openShop()
  const ana = await customerBrowser(shop)
  const { id } = await subscribe(shop, { card: testCard.failsLater, browser: ana })
  await runTo(shop, '2026-03-09', '2026-03-12')
  const orderId = (await getCycles(shop, id))[0]?.order_id ?? ''
  await shop.sql('update cycles set released_at = now() where order_id = $1', [orderId])
  await shop.sql("update orders set delivery_status = 'delivered' where id = $1", [orderId])
  await ana.call('PATCH', fillPath(apiPaths.cancelOrder, { id }))

  expect((await ana.order(orderId)).body.canSaveCard).toBe(false)
  await ana.pay(orderId, true)

  expect(await shop.sql('select * from consents where order_id = $1', [orderId])).toEqual([])
})

test('AU8: with its customer gone at the provider a delivery is paid by a new intent, and the card kept', async () => {
  const shop = await openShop()
  const { id, buyer, orderId } = await unpaidDelivery(shop, false)
  const [customer] = await shop.sql<{ ref: string }>(
    'select customer_ref as ref from subscriptions',
  )
  await shop.deps.cards.deleteCustomer(customer?.ref ?? '', 'background')

  const { clientSecret } = (await buyer.pay(orderId, true)).body
  await buyer.confirm(clientSecret, testCard.good)
  await runEngine(shop)
  await runTo(shop, '2026-03-16', '2026-03-19')

  expect((await getCycles(shop, id)).map(({ status }) => status)).toEqual(['paid', 'paid'])
  expect((await audit(shop)).findings).toEqual([])
})

test('AU8: mails promise the default card only where it is followed', async () => {
  const guests = await openShop()
  await unpaidDelivery(guests, false)
  const toGuest = await mailAbout(guests, /could not charge/)
  expect(toGuest).toContain('Pay now with any card.')
  expect(toGuest).toContain('Use this card for future deliveries')
  expect(toGuest).not.toMatch(/Billing|Change your saved card|customer\/billing/i)

  const owners = await openShop()
  await unpaidDelivery(owners, true)
  const toOwner = await mailAbout(owners, /could not charge/)
  expect(toOwner).toContain('choose another default card under Billing')
  expect(toOwner).toMatch(/Change your saved card/)
})

test('AU8: no mail speaks of a saved card that is not there', async () => {
  const shop = await openShop()
  await subscribe(shop)
  await shop.sql('update subscriptions set payment_method_ref = null')

  await runTo(shop, '2026-03-09', '2026-03-12')

  const reminder = await mailAbout(shop, /^Your water comes on/)
  expect(reminder).toContain('we email you a link to pay')
  expect(reminder).not.toContain('to your saved card')
  expect(await mailAbout(shop, /no card to charge/)).toContain('There is no saved card')
})
