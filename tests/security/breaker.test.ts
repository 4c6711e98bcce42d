import { hash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { ProofChallenge } from '#contract/payments/proof.ts'
import { DECLINED_CARD } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { getOrderState } from '#tests/support/provider-ledger.ts'

/** A tenth of the figures: five declined cards open the breaker, one network may have one of them. */
const env = { RATE_LIMIT_SCALE: '0.1', TRUST_PROXY: '1' }

type CheckoutBody = {
  clientSecret: string
  orderId: string
  code?: string
  challenge?: ProofChallenge
}

function on(shop: TestShop, network: string) {
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

/** Lets the shop, which runs in this very process, go on meanwhile. */
async function solve({ token, puzzles, bits }: ProofChallenge): Promise<string> {
  const isFound = (puzzle: number, number: number) =>
    hash('sha256', `${token}.${puzzle}.${number}`, 'buffer').readUInt32BE(0) >>> (32 - bits) === 0
  const numbers: number[] = []
  for (let puzzle = 0; puzzle < puzzles; puzzle++) {
    let number = 0
    for (; !isFound(puzzle, number); number++) if (number % 2_000 === 0) await setImmediate()
    numbers.push(number)
  }
  return `${token}:${numbers.join('.')}`
}

async function solved({ body }: { body: CheckoutBody }): Promise<string> {
  if (!body.challenge) throw new Error(`expected a challenge, got ${JSON.stringify(body)}`)
  return solve(body.challenge)
}

/** Cards are declined, each on a network of its own; the provider's messages have arrived. */
async function decline(shop: TestShop, count: number, first = 0) {
  for (let nth = first; nth < first + count; nth++) {
    const eve = on(shop, `203.0.113.${nth}`)
    const begun = await eve.startCheckout()
    const { clientSecret } = begun.body.challenge
      ? (await eve.startCheckout(await solved(begun))).body
      : begun.body
    // The sandbox's own limit is by who confirms; only the intents' networks matter here.
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

test('AU13: most cards declined across networks opens the breaker and alerts staff, once', async () => {
  const shop = await openShop({ env })
  const bare = (await on(shop, '198.51.100.1').place()).body.orderId
  await decline(shop, 4)
  expect((await on(shop, '198.51.100.2').startCheckout()).status).toBe(200)
  expect(await openAlerts(shop)).toEqual([])

  await decline(shop, 1, 4)

  const ana = on(shop, '198.51.100.3')
  for (const answer of [await ana.startCheckout(), await ana.place(), await ana.pay(bare)]) {
    expect([answer.status, answer.body.code]).toEqual([429, 'proof_required'])
    expect(answer.headers.get('retry-after')).toBe('600')
    expect(answer.body.challenge).toMatchObject({ puzzles: 8, bits: 14 })
  }
  await decline(shop, 1, 5)
  const alerts = await openAlerts(shop)
  expect(alerts).toHaveLength(1)
  expect(alerts[0]?.message).toMatch(/^5 of 5 cards were declined within ten minutes/)
})

test('AU13: cards that are paid with keep the breaker shut while at most 60 % are declined', async () => {
  const shop = await openShop({ env })
  for (let nth = 0; nth < 4; nth++) {
    const ana = on(shop, `198.51.100.${nth}`)
    const { clientSecret } = (await ana.startCheckout()).body
    const { orderId } = (await ana.place()).body
    await ana.confirm(clientSecret)
    await shop.deliverPending()
    expect(await getOrderState(shop, orderId)).toBe('confirmed paid')
  }

  await decline(shop, 6)
  expect((await on(shop, '198.51.100.9').startCheckout()).status).toBe(200)

  await decline(shop, 1, 6)
  expect((await on(shop, '198.51.100.9').startCheckout()).body.code).toBe('proof_required')
})

test('AU13: with a proof at each step a buyer pays while the breaker is open', async () => {
  const shop = await openShop({ env })
  await decline(shop, 5)
  const ana = on(shop, '198.51.100.1')

  const { clientSecret } = (await ana.startCheckout(await solved(await ana.startCheckout()))).body
  const placed = await ana.place(await solved(await ana.place()))
  expect(placed.status).toBe(201)
  const payer = on(shop, '198.51.100.2')
  const { orderId } = placed.body
  const paying = await payer.pay(orderId, await solved(await payer.pay(orderId)))
  expect(paying.body.clientSecret).toBe(clientSecret)
  await ana.confirm(clientSecret)
  await shop.deliverPending()

  expect(await getOrderState(shop, orderId)).toBe('confirmed paid')
})

test('AU13: a proof is good once, in time, for its own network and checkout, and only if it is right', async () => {
  const shop = await openShop({ env })
  await decline(shop, 5)
  const [ana, ben] = [on(shop, '198.51.100.1'), on(shop, '198.51.100.1')]
  const isRefused = async (asked: Promise<{ status: number; body: CheckoutBody }>) => {
    const { status, body } = await asked
    expect([status, body.code, body.challenge?.token]).toEqual([
      429,
      'proof_required',
      expect.any(String),
    ])
  }

  const proof = await solved(await ana.startCheckout())
  await isRefused(on(shop, '198.51.100.2').startCheckout(proof))
  await isRefused(ana.startCheckout(proof.replace(/\d+$/, '1')))
  await isRefused(ana.startCheckout(proof.split('.').slice(0, 7).join('.')))
  await isRefused(ana.startCheckout(`${proof}.0`))
  await isRefused(ana.startCheckout(`x${proof}`))
  await isRefused(ana.startCheckout(':'))
  const uses = await Promise.all([
    ana.startCheckout(proof),
    ana.startCheckout(proof),
    ben.startCheckout(proof),
  ])
  expect(uses.map(({ status }) => status).toSorted()).toEqual([200, 429, 429])

  const late = await solved(await ben.startCheckout())
  shop.clock.advance(300_000)
  await isRefused(ben.startCheckout(late))
})

test('AU13: ten minutes after the last such decline the breaker closes and the alert ends', async () => {
  const shop = await openShop({ env })
  await decline(shop, 5)
  shop.clock.advance(300_000)
  await decline(shop, 1, 5)
  shop.clock.advance(599_000)
  await shop.runJob('payment.closeBreaker')
  expect((await on(shop, '198.51.100.1').startCheckout()).body.code).toBe('proof_required')
  expect(await openAlerts(shop)).toHaveLength(1)

  shop.clock.advance(1_000)
  await shop.runJob('payment.closeBreaker')

  expect((await on(shop, '198.51.100.1').startCheckout()).status).toBe(200)
  expect(await openAlerts(shop)).toEqual([])
  const mails = await shop.sql<{ kind: string }>(
    `select kind from mails where kind like 'alert_%' order by kind`,
  )
  expect(mails.map(({ kind }) => kind)).toEqual(['alert_ended', 'alert_opened'])
})

test('AU13: declines at the same moment are all seen by the breaker', async () => {
  const shop = await openShop({ env })
  const secrets = await Promise.all(
    Array.from({ length: 5 }, async (_, nth) => {
      return (await on(shop, `203.0.113.${nth}`).startCheckout()).body.clientSecret
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

  expect((await on(shop, '198.51.100.1').startCheckout()).body.code).toBe('proof_required')
})
