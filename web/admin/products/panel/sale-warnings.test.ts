import { expect, test } from 'vitest'
import { saleWarnings } from './sale-warnings.ts'

const offered = { state: 'active', isSoldOut: false, subscribers: 0 } as const

test('taking the last product out of the shop is warned of', () => {
  for (const edited of [
    { state: 'archived', isSoldOut: false },
    { state: 'draft', isSoldOut: false },
    { state: 'active', isSoldOut: true },
  ] as const) {
    expect(saleWarnings(offered, edited, true)).toEqual([
      'Customers can order no other product. The shop will be empty.',
    ])
    expect(saleWarnings(offered, edited, false)).toEqual([])
  }
})

test('subscriptions with the product are counted', () => {
  const soldOut = { state: 'active', isSoldOut: true } as const
  expect(saleWarnings({ ...offered, subscribers: 1 }, soldOut, false)[0]).toMatch(
    /^1 active subscription contains/,
  )
  expect(saleWarnings({ ...offered, subscribers: 12 }, soldOut, false)[0]).toMatch(
    /^12 active subscriptions contain/,
  )
})

test('a product that is not for sale anyway needs no warning', () => {
  const draft = { ...offered, state: 'draft', subscribers: 3 } as const
  expect(saleWarnings(draft, { state: 'archived', isSoldOut: false }, true)).toEqual([])
  expect(saleWarnings(offered, { state: 'active', isSoldOut: false }, true)).toEqual([])
})
