import { expect, test } from 'vitest'
import { trackingText } from './tracking-text.ts'

const at = (time: string) => `2026-03-05T${time}:00Z`
const title = (tracking: Partial<Parameters<typeof trackingText>[0]>) =>
  trackingText(
    { state: 'underway', emailsWhenNear: false, from: at('15:55'), to: at('16:25'), ...tracking },
    'America/New_York',
    '(555) 010-2030',
  ).title

test.each([
  [3, '3 stops before yours, about 10:55–11:25'],
  [1, '1 stop before yours, about 10:55–11:25'],
  [0, "You're next, about 10:55–11:25"],
])('%i stops before: %s', (stopsBefore, text) => {
  expect(title({ stopsBefore })).toBe(text)
})

test('a window names the part of the day, in the shop’s time zone', () => {
  expect(title({ state: 'window', from: at('16:15'), to: at('17:45') })).toBe(
    'Expected between 11:15 AM and 12:45 PM',
  )
})

test('each other state has a line', () => {
  const states = ['arrived', 'later', 'today', 'on_hold', 'failed', 'ended'] as const
  expect(states.map((state) => title({ state }))).toEqual([
    'Our driver has arrived',
    'Later today',
    'Today',
    'Your delivery is on hold',
    'Not delivered',
    'Our driver has finished the route',
  ])
})
