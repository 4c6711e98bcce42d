import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openDriving, type Phone } from '#tests/support/driving/open-driving.ts'

const DEVICES = 30
const EVENTS = 20

/** As a phone does: what got no answer is sent again. */
async function sendUntilAnswered(phone: Phone, events: readonly unknown[]) {
  for (;;) {
    const reply = await phone.send(events, phone.key()).catch(() => undefined)
    if (reply?.status === 200) return reply
  }
}

test('rule 56: 30 devices that send 20 events each at once, some twice, lose and double nothing', {
  timeout: 300_000,
}, async () => {
  const { shop, sam, stops, openPhone, states } = await openDriving('a', 'b', 'c')
  const productId = shop.products[0]?.id ?? ''
  const phones = await Promise.all(Array.from({ length: DEVICES }, () => openPhone(sam)))
  for (const phone of phones) await phone.load()

  const results = await Promise.all(
    phones.map(async (phone, index) => {
      const told = Array.from({ length: EVENTS }, (_, n) =>
        n === index % EVENTS
          ? phone.event({
              type: 'delivered',
              stopId: stops[index % 3]?.id ?? '',
              payload: { lines: [{ productId, full: 2 }] },
            })
          : phone.event({ type: 'note', payload: { note: randomUUID() } }),
      )
      // In any order, some of them twice.
      const batches = [told.slice(10), told.slice(5, 15), told.slice(0, 10)]
      const answers: string[] = []
      for (const batch of batches) {
        const { body } = await sendUntilAnswered(phone, batch.toReversed())
        answers.push(...body.results.map(({ result }) => result))
      }
      return answers
    }),
  )

  expect(new Set(results.flat())).toEqual(new Set(['accepted', 'duplicate', 'review']))
  const [row] = await shop.sql('select count(*)::int as n from driver_events')
  expect(row).toEqual({ n: DEVICES * EVENTS })
  expect(await states()).toEqual(Array(3).fill('completed delivered'))
  const reviews = await shop.sql(
    "select count(*)::int as n from driver_reviews where state = 'open'",
  )
  expect(reviews).toEqual([{ n: DEVICES - 3 }])
})
