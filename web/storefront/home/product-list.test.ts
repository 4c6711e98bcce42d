import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { adaptProduct } from '#web/api/adapt/product.ts'
import { createProductList } from './product-list.ts'

const spring = adaptProduct({ id: 'p1', name: 'Spring', price: '7.5' })
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('the list is fetched once for all subscribers', async () => {
  let calls = 0
  const list = createProductList(async () => {
    calls += 1
    return [spring]
  })

  expect(list.read()).toEqual({ status: 'loading' })
  list.subscribe(() => {})
  list.subscribe(() => {})
  list.load()
  await settled()

  expect(list.read()).toEqual({ status: 'loaded', products: [spring] })
  expect(calls).toBe(1)
})

test('a failure is shown, and retried only on request', async () => {
  const replies = [Promise.reject(new Error('500: no')), Promise.resolve([spring])]
  const list = createProductList(() => replies.shift() ?? Promise.reject(new Error('too often')))

  list.subscribe(() => {})
  await settled()
  expect(list.read()).toMatchObject({ status: 'failed' })

  list.retry()
  expect(list.read()).toEqual({ status: 'loading' })
  await settled()
  expect(list.read()).toEqual({ status: 'loaded', products: [spring] })
})

test('the list is dropped five minutes after the last use, not before', async () => {
  let calls = 0
  const list = createProductList(async () => {
    calls += 1
    return [spring]
  })
  list.subscribe(() => {})()
  await settled()

  vi.advanceTimersByTime(299_999)
  list.subscribe(() => {})()
  expect(calls).toBe(1)

  vi.advanceTimersByTime(300_000)
  list.subscribe(() => {})
  expect(calls).toBe(2)
})
