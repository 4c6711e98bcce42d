import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { allowLocation, currentFix, requestStopFix } from './locator.ts'

const NOON = Date.UTC(2026, 2, 5, 17)
const SECOND = 1000
const doorA = { latitude: 41.93, longitude: -74.02, accuracy: 8 }
const doorB = { latitude: 41.97, longitude: -74.05, accuracy: 8 }
const fixA = { lat: 41.93, lon: -74.02, accuracy: 8 }
const fixB = { lat: 41.97, lon: -74.05, accuracy: 8 }

type Answer = (position: { coords: typeof doorA; timestamp: number }) => void

/** The requests for a position that the phone has not answered yet. */
let asked: Answer[] = []
let page: EventTarget & { visibilityState: string }

/** Answers the oldest request with a position that was taken so many seconds ago. */
const answer = (coords: typeof doorA, ageSeconds = 0) =>
  asked.shift()?.({ coords, timestamp: Date.now() - ageSeconds * SECOND })

beforeEach(() => {
  vi.useFakeTimers({ now: NOON })
  asked = []
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const stored = new Map<string, string>()
  vi.stubGlobal('document', page)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  vi.stubGlobal('navigator', {
    geolocation: { getCurrentPosition: (found: Answer) => asked.push(found) },
  })
  allowLocation(true)
  // Forgets what an earlier test has found.
  requestStopFix('none')()
  asked = []
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a stop has the position that was found since it was opened', () => {
  requestStopFix('a')
  expect(currentFix()).toBe(undefined)
  answer(doorA)
  expect(currentFix()).toEqual(fixA)
})

test('the screens of one stop share its position', () => {
  const leave = requestStopFix('a')
  answer(doorA)
  leave()
  requestStopFix('a')
  expect(currentFix()).toEqual(fixA)
})

test('the next stop never has the position of the stop before', () => {
  const leave = requestStopFix('a')
  answer(doorA)
  leave()
  requestStopFix('b')
  expect(currentFix()).toBe(undefined)
  answer(doorB)
  expect(currentFix()).toEqual(fixB)
})

test('a position is as old as its own timestamp, not as its answer', () => {
  requestStopFix('a')
  answer(doorA, 20)
  expect(currentFix()).toEqual(fixA)
  vi.setSystemTime(NOON + 11 * SECOND)
  expect(currentFix()).toBe(undefined)
})

test('a position from before the phone slept does not count, and waking requests a new one', () => {
  const leave = requestStopFix('a')
  answer(doorA)
  // By a clock that stops while the phone sleeps, it would look new.
  vi.setSystemTime(NOON + 600 * SECOND)
  expect(currentFix()).toBe(undefined)

  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(asked).toHaveLength(0)
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  answer(doorB)
  expect(currentFix()).toEqual(fixB)

  leave()
  page.dispatchEvent(new Event('visibilitychange'))
  expect(asked).toHaveLength(0)
})

test('a position from a clock that differs by minutes does not count', () => {
  requestStopFix('a')
  answer(doorA, -300)
  expect(currentFix()).toBe(undefined)
})

test('without permission no position is requested, and withdrawing it drops the last one', () => {
  requestStopFix('a')
  answer(doorA)
  allowLocation(false)
  expect(currentFix()).toBe(undefined)
  requestStopFix('a')
  expect(asked).toHaveLength(0)
})

test('a phone whose browser blocks storage still logs in and saves', async () => {
  const block = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: block, setItem: block })
  // As the app opens: no choice was made yet. Other test files share the modules, so none is reset.
  const fresh = './locator.ts?opened'
  const opened: typeof import('./locator.ts') = await import(fresh)
  expect(opened.isLocationAllowed()).toBe(false)
  opened.allowLocation(true)
  opened.requestStopFix('a')
  answer(doorA)
  expect(opened.currentFix()).toEqual(fixA)
  opened.allowLocation(false)
  expect(opened.currentFix()).toBe(undefined)
})
