import { expect, test } from 'vitest'
import {
  at,
  done,
  lineText,
  planned,
  route,
  show,
  stop,
} from '#tests/support/driving/tracked-stops.ts'
import { trackRoute } from './track-route.ts'
import type { TrackedRoute } from './tracked-route.ts'

test('a later trip keeps a window until it leaves, shifted with the route', () => {
  const stops = [
    ...planned('a'),
    stop('b', { trip: 2, isOut: false, plannedAt: at('13:00'), windowAt: at('13:00') }),
  ]
  done(stops[0], '11:04', { arrivedAt: at('11:00') })
  const tracked = route(stops, { lastEventAt: at('11:04') })
  expect(show(tracked, 'b', '11:05')).toBe('window 13:15–14:45')
  const left = { ...tracked, departures: new Map([[2, at('13:30')]]), lastEventAt: at('13:30') }
  expect(show(left, 'b', '13:31')).toBe('0 13:35–13:45')
})

test('no false precision: a silent driver, an overdue stop and a route without a word are "today"', () => {
  const stops = planned('a', 'b')
  done(stops[0], '10:05', { arrivedAt: at('10:00') })
  const tracked = route(stops, { lastEventAt: at('10:05') })
  expect(show(tracked, 'b', '10:40')).toBe('0 10:40–11:00')
  expect(show(tracked, 'b', '11:16')).toBe('today')
  const far = route([...planned('a'), stop('b', { plannedAt: at('16:00') })], {
    lastEventAt: at('10:05'),
  })
  done(far.stops[0], '10:05')
  expect(show(far, 'b', '12:00')).toMatch(/^0 1/)
  expect(show(far, 'b', '13:06')).toBe('today')
})

test('transferred stops have no planned times, and still a range', () => {
  const stops = [stop('a'), stop('b'), stop('c')]
  done(stops[0], '10:05', { arrivedAt: at('10:00') })
  expect(show(route(stops, { lastEventAt: at('10:05') }), 'c', '10:05')).toBe('1 10:10–10:35')
})

test('a published route whose driver did not report the departure is underway', () => {
  const stops = planned('a', 'b')
  for (const each of stops) each.isOut = false
  done(stops[0], '10:05')
  const published = { status: 'published', leftAt: null, departures: new Map() } as const
  expect(show(route(stops, { ...published, lastEventAt: at('10:05') }), 'b', '10:06')).toMatch(
    /^0 /,
  )
})

test('a route that staff set by hand has no times, and its deliveries keep their window', () => {
  const stops = planned('a', 'b')
  Object.assign(stops[0] ?? {}, { progress: 'done' })
  const byHand = { status: 'published', leftAt: null, departures: new Map(), lastEventAt: null }
  expect(show(route(stops, byHand as Partial<TrackedRoute>), 'b', '10:00')).toBe(
    'window 09:30–11:00',
  )
  // A dispatcher marked the route as out.
  const out = route(stops, { departures: new Map(), lastEventAt: null })
  expect(show(out, 'b', '10:00')).toBe('0 10:05–10:25')
})

test('other days: a stop of another date, a route of tomorrow, and one that no one closed', () => {
  const stops = planned('a', 'b')
  Object.assign(stops[0] ?? {}, { isUntracked: true })
  expect(show(route(stops), 'a', '10:00')).toBeUndefined()
  expect(show(route(stops), 'b', '10:00')).toMatch(/^1 /)
  const on = (today: string) => lineText(trackRoute(route(stops), at('10:00'), today).get('b'))
  expect(on('2026-03-04')).toBe('window 09:30–11:00')
  expect(on('2026-03-06')).toMatch(/^1 /)
  expect(on('2026-03-07')).toBeUndefined()
  expect(show(route(stops, { status: 'closed' }), 'b', '18:00')).toBe('ended')
})

test('the day after: a driver who is silent has finished, and one who still drives has not', () => {
  const stops = planned('a', 'b', 'c', 'd')
  done(stops[0], '23:50')
  Object.assign(stops[1] ?? {}, { progress: 'skipped' })
  Object.assign(stops[2] ?? {}, { progress: 'arrived', arrivedAt: at('23:55') })
  const open = route(stops, { lastEventAt: at('23:55') })
  const after = (time: string) =>
    ['b', 'c', 'd'].map((name) =>
      lineText(trackRoute(open, new Date(`2026-03-06T${time}:00Z`), '2026-03-06').get(name)),
    )
  expect(after('00:10')).toEqual(['later', 'arrived', '1 00:10–00:20'])
  expect(after('08:00')).toEqual(['ended', 'ended', 'ended'])
})
