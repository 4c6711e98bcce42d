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
