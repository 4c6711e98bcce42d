import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ProofChallenge } from '#contract/payments/proof.ts'
import { DECLINED_CARD } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { getOrderState } from '#tests/support/provider-ledger.ts'

/** A tenth of the limits: five declined cards open the breaker; one network may have one of them. */
const env = { RATE_LIMIT_SCALE: '0.1', TRUST_PROXY: '1' }

type CheckoutBody = {
  clientSecret: string
  orderId: string
  code?: string
  challenge?: ProofChallenge
}

function buyerOn(shop: TestShop, network: string) {
  const buyer = shop.buyer()
  const from = { 'x-forwarded-for': network }
  const call = (path: string, body?: object) => buyer.call<CheckoutBody>('POST', path, body, from)
  return {
    startCheckout: (proof?: string) =>
      call('/api/create-payment-intent', { amount: 17.98, ...(proof && { proof }) }),
    place: (proof?: string) =>
      call('/api/orders', { ...buyer.submission(), ...(proof && { proof }) }),
    pay: (id: string, proof?: string) =>
      call(`/api/orders/${id}/payment-intent`, proof ? { proof } : undefined),
    confirm: (clientSecret: string, card?: string) => buyer.confirm(clientSecret, card),
  }
}

/** Yields regularly, because the shop runs in the same process. */
async function solve({ token, puzzles, bits }: ProofChallenge): Promise<string> {
  const isSolution = (puzzle: number, number: number) =>
    hash('sha256', `${token}.${puzzle}.${number}`, 'buffer').readUInt32BE(0) >>> (32 - bits) === 0
  const numbers: number[] = []
  for (let puzzle = 0; puzzle < puzzles; puzzle++) {
    let number = 0
    for (; !isSolution(puzzle, number); number++) if (number % 2_000 === 0) await setImmediate()
    numbers.push(number)
  }
  return `${token}:${numbers.join('.')}`
}

async function solveChallenge({ body }: { body: CheckoutBody }): Promise<string> {
  if (!body.challenge) throw new Error(`expected a challenge, got ${JSON.stringify(body)}`)
  return solve(body.challenge)
}

/** Declines cards, each on its own network, and delivers the webhooks. */
async function decline(shop: TestShop, count: number, first = 0) {
  for (let nth = first; nth < first + count; nth++) {
    const eve = buyerOn(shop, `203.0.113.${nth}`)
    const started = await eve.startCheckout()
    const { clientSecret } = started.body.challenge
      ? (await eve.startCheckout(await solveChallenge(started))).body
      : started.body
    // Calls the sandbox directly to avoid its own limit; only the intents' networks matter here.
    await shop.deps.testPages?.form.confirmPayment({
      intentId: clientSecret.split('_secret_')[0] ?? '',
      clientSecret,
      card: { number: DECLINED_CARD, expMonth: 12, expYear: 2030, cvc: '123' },
    })
  }
  await shop.deliverPending()
}

const openAlerts = (shop: TestShop) =>
  shop.sql<{ message: string }>(
    `select message from alerts where kind = 'card_testing' and ended_at is null`,
  )

test('AU13: a majority of declines across networks opens the breaker and alerts staff once', async () => {
  const shop = await openShop({ env })
  const orderId = (await buyerOn(shop, '198.51.100.1').place()).body.orderId
  await decline(shop, 4)
  expect((await buyerOn(shop, '198.51.100.2').startCheckout()).status).toBe(200)
  expect(await openAlerts(shop)).toEqual([])

  await decline(shop, 1, 4)

  const ana = buyerOn(shop, '198.51.100.3')
  for (const response of [await ana.startCheckout(), await ana.place(), await ana.pay(orderId)]) {
    expect([response.status, response.body.code]).toEqual([429, 'proof_required'])
    expect(response.headers.get('retry-after')).toBe('600')
    expect(response.body.challenge).toMatchObject({ puzzles: 8, bits: 14 })
  }
  await decline(shop, 1, 5)
  const alerts = await openAlerts(shop)
  expect(alerts).toHaveLength(1)
  expect(alerts[0]?.message).toMatch(/^5 of 5 cards were declined within ten minutes/)
})

test('AU13: the breaker stays closed while at most 60% of cards are declined', async () => {
  const shop = await openShop({ env })
  for (let nth = 0; nth < 4; nth++) {
    const ana = buyerOn(shop, `198.51.100.${nth}`)
    const { clientSecret } = (await ana.startCheckout()).body
    const { orderId } = (await ana.place()).body
    await ana.confirm(clientSecret)
    await shop.deliverPending()
    expect(await getOrderState(shop, orderId)).toBe('confirmed paid')
  }

  await decline(shop, 6)
  expect((await buyerOn(shop, '198.51.100.9').startCheckout()).status).toBe(200)

  await decline(shop, 1, 6)
  expect((await buyerOn(shop, '198.51.100.9').startCheckout()).body.code).toBe('proof_required')
})

test('AU13: a buyer who solves each challenge can pay while the breaker is open', async () => {
  const shop = await openShop({ env })
  await decline(shop, 5)
  const ana = buyerOn(shop, '198.51.100.1')

  const { clientSecret } = (
    await ana.startCheckout(await solveChallenge(await ana.startCheckout()))
  ).body
  const placed = await ana.place(await solveChallenge(await ana.place()))
  expect(placed.status).toBe(201)
  const payer = buyerOn(shop, '198.51.100.2')
  const { orderId } = placed.body
  const paying = await payer.pay(orderId, await solveChallenge(await payer.pay(orderId)))
  expect(paying.body.clientSecret).toBe(clientSecret)
  await ana.confirm(clientSecret)
  await shop.deliverPending()

  expect(await getOrderState(shop, orderId)).toBe('confirmed paid')
})

test('AU13: a proof is valid once, before its expiry, for its own network and checkout only', async () => {
  const shop = await openShop({ env })
  await decline(shop, 5)
  const [ana, ben] = [buyerOn(shop, '198.51.100.1'), buyerOn(shop, '198.51.100.1')]
  const expectRejected = async (call: Promise<{ status: number; body: CheckoutBody }>) => {
    const { status, body } = await call
    expect([status, body.code, body.challenge?.token]).toEqual([
      429,
      'proof_required',
      expect.any(String),
    ])
  }

  const proof = await solveChallenge(await ana.startCheckout())
  await expectRejected(buyerOn(shop, '198.51.100.2').startCheckout(proof))
  await expectRejected(ana.startCheckout(proof.replace(/\d+$/, '1')))
  await expectRejected(ana.startCheckout(proof.split('.').slice(0, 7).join('.')))
  await expectRejected(ana.startCheckout(`${proof}.0`))
  await expectRejected(ana.startCheckout(`x${proof}`))
  await expectRejected(ana.startCheckout(':'))
  const uses = await Promise.all([
    ana.startCheckout(proof),
    ana.startCheckout(proof),
    ben.startCheckout(proof),
  ])
  expect(uses.map(({ status }) => status).toSorted()).toEqual([200, 429, 429])

  const expired = await solveChallenge(await ben.startCheckout())
  shop.clock.advance(300_000)
  await expectRejected(ben.startCheckout(expired))
})

test('AU13: ten minutes after the last counted decline the breaker closes and the alert ends', async () => {
  const shop = await openShop({ env })
  await decline(shop, 5)
  shop.clock.advance(300_000)
  await decline(shop, 1, 5)
  shop.clock.advance(599_000)
  await shop.runJob('payment.closeBreaker')
  expect((await buyerOn(shop, '198.51.100.1').startCheckout()).body.code).toBe('proof_required')
  expect(await openAlerts(shop)).toHaveLength(1)

  shop.clock.advance(1_000)
  await shop.runJob('payment.closeBreaker')

  expect((await buyerOn(shop, '198.51.100.1').startCheckout()).status).toBe(200)
  expect(await openAlerts(shop)).toEqual([])
  const emails = await shop.sql<{ kind: string }>(
    `select kind from emails where kind like 'alert_%' order by kind`,
  )
  expect(emails.map(({ kind }) => kind)).toEqual(['alert_ended', 'alert_opened'])
})

test('AU13: the breaker counts all concurrent declines', async () => {
  const shop = await openShop({ env })
  const secrets = await Promise.all(
    Array.from({ length: 5 }, async (_, nth) => {
      return (await buyerOn(shop, `203.0.113.${nth}`).startCheckout()).body.clientSecret
    }),
  )

  await Promise.all(
    secrets.map((clientSecret) =>
      shop.deps.testPages?.form.confirmPayment({
        intentId: clientSecret.split('_secret_')[0] ?? '',
        clientSecret,
        card: { number: DECLINED_CARD, expMonth: 12, expYear: 2030, cvc: '123' },
      }),
    ),
  )
  await shop.deliverPending()

  expect((await buyerOn(shop, '198.51.100.1').startCheckout()).body.code).toBe('proof_required')
})
