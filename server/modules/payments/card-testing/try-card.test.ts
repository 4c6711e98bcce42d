import { expect, test } from 'vitest'
import { openShop } from '#tests/support/open-shop.ts'
import { createTryCard } from './try-card.ts'

const DECLINED = { status: 'requires_payment_method', error: 'card_declined' }

test('an attempt that could not be counted takes no slot of the declined ones', async () => {
  const { limits } = (await openShop()).deps
  const slots = () => limits.count({ name: 'card-declined', max: 10, seconds: 600 }, '10.0.0.1')
  await createTryCard(limits)('10.0.0.1', async () => DECLINED)
  const declined = await slots()
  const unreachable = { ...limits, consumeAndRead: () => Promise.reject(new Error('no database')) }

  await expect(createTryCard(unreachable)('10.0.0.1', async () => DECLINED)).rejects.toThrow(
    'no database',
  )

  expect([declined, await slots()]).toEqual([1, 1])
})

test('an attempt waits until those in flight leave room for its decline', async () => {
  const { limits } = (await openShop()).deps
  const tryCard = createTryCard(limits)
  const ends: ((result: { status: string }) => void)[] = []
  const attempt = () => new Promise<{ status: string }>((resolve) => ends.push(resolve))
  await tryCard('10.0.0.1', async () => DECLINED)

  const attempts = Array.from({ length: 10 }, () => tryCard('10.0.0.1', attempt))
  const elsewhere = tryCard('10.0.0.2', async () => ({ status: 'succeeded' }))

  expect(await elsewhere).toEqual({ status: 'succeeded' })
  await expect.poll(() => ends.length).toBe(9)
  ends[0]?.({ status: 'succeeded' })
  await expect.poll(() => ends.length).toBe(10)
  for (const end of ends) end(DECLINED)
  await Promise.all(attempts)
  await expect(tryCard('10.0.0.1', attempt)).rejects.toMatchObject({ code: 'too_many' })
})
