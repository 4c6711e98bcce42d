import { afterEach, expect, test, vi } from 'vitest'
import { watchOffline } from './offline-check.ts'

const MINUTE = 60_000

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** An app whose worker is active, but finds no space to store it. */
async function openFullPhone() {
  vi.useFakeTimers({ now: 0 })
  const phone = { onLine: true, isSaved: false, attempts: [] as number[], opensOffline: true }
  const active = { postMessage: () => void phone.attempts.push(Date.now() / MINUTE) }
  const serviceWorker = Object.assign(new EventTarget(), {
    ready: Promise.resolve(),
    getRegistration: async () => ({ active }),
  })
  vi.stubGlobal('navigator', {
    serviceWorker,
    get onLine() {
      return phone.onLine
    },
  })
  vi.stubGlobal('caches', { match: async () => (phone.isSaved ? {} : undefined) })
  vi.stubGlobal(
    'MessageChannel',
    class {
      port1 = {}
      port2 = {}
    },
  )
  await watchOffline((opensOffline) => {
    phone.opensOffline = opensOffline
  })
  return phone
}

test('a phone without space downloads the app less and less often', async () => {
  const phone = await openFullPhone()
  await vi.advanceTimersByTimeAsync(121 * MINUTE)
  expect(phone.attempts).toEqual([0, 2, 6, 14, 30, 60, 90, 120])
  expect(phone.opensOffline).toBe(false)

  phone.isSaved = true
  await vi.advanceTimersByTimeAsync(30 * MINUTE)
  expect(phone.opensOffline).toBe(true)
  phone.isSaved = false
  await vi.advanceTimersByTimeAsync(2 * MINUTE)
  expect(phone.attempts).toHaveLength(9)
})

test('an attempt without a network does not delay the next one', async () => {
  const phone = await openFullPhone()
  phone.onLine = false
  await vi.advanceTimersByTimeAsync(11 * MINUTE)
  expect(phone.attempts).toEqual([0, 2, 6, 10])
})
