import { expect, test } from 'vitest'
import { isOfEarlierDay } from './is-of-earlier-day.ts'

const route = { date: '2026-11-17', timeZone: 'America/New_York' }

test('a route is of an earlier day once it is midnight at the shop', () => {
  expect(isOfEarlierDay(route, Date.parse('2026-11-18T04:59:00.000Z'))).toBe(false)
  expect(isOfEarlierDay(route, Date.parse('2026-11-18T05:01:00.000Z'))).toBe(true)
  expect(isOfEarlierDay(route, Date.parse('2026-11-16T15:00:00.000Z'))).toBe(false)
})

test('without a known time zone there is no notice about the day', () => {
  const now = Date.parse('2026-11-20T15:00:00.000Z')
  expect(isOfEarlierDay({ date: route.date }, now)).toBe(false)
  expect(isOfEarlierDay({ ...route, timeZone: 'Mars/Olympus' }, now)).toBe(false)
})
