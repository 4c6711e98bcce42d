import { expect, test } from 'vitest'
import type { Product } from '#contract/catalog.ts'
import type { Buyer } from '#tests/support/buyer.ts'
import { openShop, type TestShop } from '#tests/support/open-shop.ts'
import { audit } from '#tests/support/provider-ledger.ts'
import { openRouteDays, thursdays } from '#tests/support/zones/route-days.ts'

type Answer = { status: number; body: { code?: string; orderId?: string } }

const PLACES = 10

async function openLastPlaces() {
  const shop = await openShop({ env: { RATE_LIMIT_SCALE: '100' } })
  await openRouteDays(shop, [thursdays({ capacity: PLACES })])
  /** Submits one bottle. The same browser repeats the same order. */
  const submit = (browser: Buyer, n: number): Promise<Answer> =>
    browser.place(
      browser.submission({
        lines: [[shop.products[0] as Product, 1]],
        customerEmail: `buyer${n}@example.com`,
      }),
    ) as Promise<Answer>
  return { shop, submit }
}

const isPlaced = ({ status }: Answer) => status === 201
const orderIds = (answers: readonly Answer[]) => [
  ...new Set(answers.filter(isPlaced).map(({ body }) => body.orderId ?? '')),
]

/** Replies other than `placed` and `date_full`. */
const otherAnswers = (answers: readonly Answer[]) =>
  answers
    .map(({ status, body }) => (status < 300 ? 'placed' : (body.code ?? String(status))))
    .filter((text) => text !== 'placed' && text !== 'date_full')

const confirmedBottles = async (shop: TestShop) => {
  const [row] = await shop.sql<{ bottles: number }>(
    "select coalesce(sum(bottles), 0)::int as bottles from orders where status = 'confirmed'",
  )
  return row?.bottles
}

test('rule 46: of 200 buyers for the last 10 places, exactly 10 get them, also if answers are lost', async () => {
  const { shop, submit } = await openLastPlaces()
  const answers = await Promise.all(
    Array.from({ length: 200 }, async (_, n) => {
      const browser = shop.buyer()
      // Half of them have a checkout with an intent, and repeat a submission without an answer.
      if (n % 2 === 0) return [await submit(browser, n)]
      await browser.startCheckout()
      const lost = submit(browser, n)
      return [await submit(browser, n), await lost, await submit(browser, n)]
    }),
  )

  expect(otherAnswers(answers.flat())).toEqual([])
  // A buyer who has a place keeps it, whatever is repeated.
  expect(answers.filter((own) => own.some(isPlaced))).toHaveLength(PLACES)
  expect(orderIds(answers.flat())).toHaveLength(PLACES)
  const [taken] = await shop.sql<{ bottles: number }>(
    'select sum(bottles)::int as bottles from orders',
  )
  expect(taken?.bottles).toBe(PLACES)
})

test('rule 46: places that ran out are taken once, by new buyers or by repeated payments', async () => {
  const { shop, submit } = await openLastPlaces()
  const early = await Promise.all(
    Array.from({ length: PLACES }, async (_, n) => {
      const browser = shop.buyer()
      const { orderId = '' } = (await submit(browser, n)).body
      return { browser, orderId }
    }),
  )
  shop.clock.advance(31 * 60_000)

  const [paying, others] = await Promise.all([
    Promise.all(
      early.map(async ({ browser, orderId }) => {
        // The first answer is lost, so the page asks again, twice at once.
        const answers = [await Promise.all([browser.pay(orderId), browser.pay(orderId)])].flat()
        answers.push(await browser.pay(orderId))
        return { browser, orderId, answers: answers as unknown as PayAnswer[] }
      }),
    ),
    Promise.all(Array.from({ length: 40 }, (_, n) => submit(shop.buyer(), 100 + n))),
  ])

  expect(otherAnswers(others)).toEqual([])
  for (const { answers } of paying) {
    // The provider may ask one of two requests at once to retry.
    const statuses = answers.map(({ status }) => status).filter((status) => status !== 503)
    expect([200, 409]).toContain(answers.at(-1)?.status)
    // A buyer with the place keeps it, and one without it is rejected each time.
    expect(new Set(statuses).size).toBe(1)
  }
  const kept = paying.filter(({ answers }) => answers.at(-1)?.status === 200)
  expect(kept.length + orderIds(others).length).toBe(PLACES)

  for (const { browser, answers } of kept)
    await browser.confirm(answers.at(-1)?.body.clientSecret ?? '')
  await shop.deliverPending()
  expect(await confirmedBottles(shop)).toBe(kept.length)
  expect((await audit(shop)).findings).toEqual([])
})

type PayAnswer = { status: number; body: { clientSecret?: string } }
