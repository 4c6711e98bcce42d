import { afterEach, expect, test, vi } from 'vitest'
import { clockTime } from './clock-time.ts'

afterEach(() => vi.unstubAllEnvs())

const NOON_UTC = '2026-11-17T12:00:00.000Z'

test('times are those of the shop, wherever the phone is', () => {
  vi.stubEnv('TZ', 'America/Los_Angeles')
  expect(clockTime(NOON_UTC, 'America/New_York')).toBe('7:00 AM')
})

test('without a known time zone, times are those of the phone', () => {
  vi.stubEnv('TZ', 'America/Los_Angeles')
  expect(clockTime(NOON_UTC, undefined)).toBe('4:00 AM')
  expect(clockTime(NOON_UTC, 'America/Not_There_Yet')).toBe('4:00 AM')
})
