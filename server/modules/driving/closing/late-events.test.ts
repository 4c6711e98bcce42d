import { expect, test } from 'vitest'
import { delivered, failed, openDriving } from '#tests/support/driving/open-driving.ts'

test('rules 57 and 59: counts that are reported after the closing decide what is refunded', async () => {
  const { shop, phone, stops, setRoute, reviews } = await openDriving('a', 'b', 'c', 'd')
  const productId = shop.products[0]?.id ?? ''
  const [a, b, c, d] = stops.map(({ id }) => id)
  const readLeft = async () => {
    const rows = await shop.sql<{ left: { quantity: number }[] | null }>(
      `select t."left" from schedules s left join bottle_settlements t on t.order_id = s.order_id
       where s.id = any($1) order by array_position($1, s.id)`,
      [[a, b, c, d]],
    )
    return rows.map(({ left }) => left?.map(({ quantity }) => quantity).join() ?? null)
  }
  const short = phone.event(delivered(a, productId, 0, 0))
  const mistaken = phone.event(delivered(b, productId, 1, 0))
  const late = [
    phone.event({ ...delivered(a, productId, 2, 0), supersedes: short.eventId }),
    phone.event({ type: 'superseded', supersedes: mistaken.eventId }),
    phone.event(delivered(c, productId, 1, 0)),
    phone.event(failed(d)),
  ]
  await phone.report({ type: 'departed' }, short, mistaken)
  expect((await setRoute({ status: 'closed' })).status).toBe(200)
  expect(await readLeft()).toEqual(['0', '1', null, null])

  expect(await phone.report(...late)).toBe('review review review review')
  expect(await readLeft()).toEqual(['2', null, '1', null])

  // Once the money went back, it stays.
  await shop.sql('update bottle_settlements set settled_at = now()')
  const correction = phone.event({ ...delivered(c, productId, 2, 0), supersedes: late[2]?.eventId })
  await phone.report(correction)
  expect(await readLeft()).toEqual(['2', null, '1', null])
  expect((await reviews()).filter(({ kind }) => kind === 'route-closed')).toHaveLength(5)
})
