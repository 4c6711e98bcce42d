import fc from 'fast-check'
import { expect, test } from 'vitest'
import { at, DATE, done, planned, route, show, stop } from '#tests/support/driving/tracked-stops.ts'
import { trackRoute } from './track-route.ts'
import type { TrackedStop } from './tracked-route.ts'

test('rule 52: before the truck leaves, the window is the planned time ± 45 minutes', () => {
  const published = route(planned('a', 'b'), {
    ...{ status: 'published', leftAt: null, departures: new Map(), lastEventAt: null },
  })
  for (const each of published.stops) each.isOut = false
  expect(show(published, 'b', '08:00')).toBe('window 09:30–11:00')
  expect(show(published, 'b', '11:30')).toBe('today')
  expect(show({ ...published, status: 'draft' }, 'b', '08:00')).toBeUndefined()
  // The evening before, and for a stop without any time.
  expect(trackRoute(published, at('08:00'), '2026-03-04').get('a')?.state).toBe('window')
  const untimed = { ...published, stops: [stop('c', { isOut: false })] }
  expect(show(untimed, 'c', '08:00')).toBe('today')
  expect(trackRoute(untimed, at('08:00'), '2026-03-04').size).toBe(0)
})

test('rule 63: the plan is shifted by how late the route runs, and wider the further away', () => {
  const stops = planned('a', 'b', 'c', 'd', 'e')
  done(stops[0], '10:34', { arrivedAt: at('10:25') })
  const late = route(stops, { lastEventAt: at('10:34') })
  expect(show(late, 'b', '10:35')).toBe('0 10:35–10:45')
  expect(show(late, 'e', '10:35')).toBe('3 11:10–11:40')
  expect(show(late, 'a', '10:35')).toBeUndefined()
  // Without an arrival, the visit took as long as planned.
  done(stops[0], '10:29', { arrivedAt: null })
  expect(show(late, 'e', '10:30')).toBe('3 11:10–11:40')
})

test('a route that runs early brings its customers forward, but never into the past', () => {
  const stops = planned('a', 'b', 'c')
  done(stops[0], '09:14', { arrivedAt: at('09:10') })
  const early = route(stops, { lastEventAt: at('09:14'), departures: new Map([[1, at('09:00')]]) })
  expect(show(early, 'c', '09:15')).toBe('1 09:30–09:50')
  expect(show(early, 'b', '09:23')).toBe('0 09:25–09:35')
})

test('stops done out of order: only open stops before it count', () => {
  const stops = planned('a', 'b', 'c', 'd', 'e')
  done(stops[0], '10:10', { arrivedAt: at('10:05') })
  done(stops[3], '10:30', { arrivedAt: at('10:25') })
  const tracked = route(stops, { lastEventAt: at('10:30') })
  expect(show(tracked, 'b', '10:30')).toBe('0 10:35–10:45')
  expect(show(tracked, 'e', '10:30')).toBe('2 11:00–11:20')
})

test('stops at one door are one visit, also while one of them is done', () => {
  const stops = planned('a', 'b', 'c', 'd')
  for (const index of [1, 2]) Object.assign(stops[index] ?? {}, { door: 'same' })
  done(stops[0], '10:04', { arrivedAt: at('10:00') })
  const tracked = route(stops, { lastEventAt: at('10:04') })
  expect(show(tracked, 'd', '10:05')).toMatch(/^1 /)
  expect(show(tracked, 'c', '10:05')).toMatch(/^0 /)
  done(stops[1], '10:20')
  expect(show(tracked, 'd', '10:20')).toMatch(/^1 /)
})

test('a skipped stop shows "later today" and is not before others; one at the door has arrived', () => {
  const stops = planned('a', 'b', 'c')
  Object.assign(stops[0] ?? {}, { progress: 'skipped' })
  const tracked = route(stops, { lastEventAt: at('10:05') })
  expect(show(tracked, 'a', '10:05')).toBe('later')
  expect(show(tracked, 'b', '10:05')).toMatch(/^0 /)
  Object.assign(stops[1] ?? {}, { progress: 'arrived', arrivedAt: at('10:12') })
  expect(show(tracked, 'b', '10:14')).toBe('arrived')
  expect(show(tracked, 'c', '10:14')).toBe('1 10:20–10:35')
})

test('a driver who drove on without a word is at that door no longer', () => {
  const stops = planned('a', 'b', 'c', 'd')
  Object.assign(stops[0] ?? {}, { progress: 'arrived', arrivedAt: at('10:02') })
  done(stops[1], '10:20', { arrivedAt: at('10:15') })
  const tracked = route(stops, { lastEventAt: at('10:20') })
  expect(show(tracked, 'a', '10:21')).toBe('later')
  expect(show(tracked, 'c', '10:21')).toMatch(/^0 /)
  // Two doors at once: only the latest one is true.
  Object.assign(stops[2] ?? {}, { progress: 'arrived', arrivedAt: at('10:31') })
  expect(show(tracked, 'c', '10:32')).toBe('arrived')
  expect(show(tracked, 'd', '10:32')).toMatch(/^1 /)
})

test('a trip that leaves after an arrival has left that door', () => {
  const stops = [...planned('a'), stop('b', { trip: 2, plannedAt: at('13:00') })]
  Object.assign(stops[0] ?? {}, { progress: 'arrived', arrivedAt: at('10:02') })
  const departures = new Map([
    [1, at('09:45')],
    [2, at('12:30')],
  ])
  const tracked = route(stops, { departures, lastEventAt: at('12:30') })
  expect(show(tracked, 'a', '12:31')).toBe('later')
  expect(show(tracked, 'b', '12:31')).toMatch(/^0 /)
})

test('a delivery on hold is shown so, and others do not wait for it', () => {
  const stops = planned('a', 'b')
  Object.assign(stops[0] ?? {}, { isOnHold: true })
  expect(show(route(stops), 'a', '09:50')).toBe('on_hold')
  expect(show(route(stops), 'b', '09:50')).toMatch(/^0 /)
})

test('a failed delivery is shown so until another stop is to come', () => {
  const stops = planned('a', 'b')
  Object.assign(stops[0] ?? {}, { progress: 'failed', doneAt: at('10:05') })
  expect(show(route(stops), 'a', '10:06')).toBe('failed')
  expect(show(route(stops, { status: 'closed' }), 'a', '18:00')).toBe('failed')
  stops.push(stop('a', { plannedAt: at('10:45') }))
  expect(show(route(stops), 'a', '10:06')).toMatch(/^1 /)
})

const minute = fc.integer({ min: 0, max: 24 * 60 - 1 })

const moment = minute.map((each) => new Date(at('00:00').getTime() + each * 60_000))

const maybe = fc.option(moment)

const anyStop = fc.record({
  trip: fc.integer({ min: 1, max: 3 }),
  door: fc.constantFrom('x', 'y', '', undefined),
  progress: fc.constantFrom('pending', 'arrived', 'skipped', 'done', 'failed'),
  isOut: fc.boolean(),
  isOnHold: fc.boolean(),
  plannedAt: maybe,
  windowAt: maybe,
  arrivedAt: maybe,
  doneAt: maybe,
  bottles: fc.integer({ min: 0, max: 1000 }),
})

test('property: every range is a range of five minutes from now on, and later stops come later', () => {
  fc.assert(
    fc.property(
      fc.array(anyStop, { maxLength: 12 }),
      maybe,
      maybe,
      moment,
      (rows, left, last, now) => {
        const stops = rows
          .toSorted((a, b) => a.trip - b.trip)
          .map(({ door, ...row }, index) =>
            stop(`${index}`, { ...row, ...(door && { door }) } as Partial<TrackedStop>),
          )
        const departures = new Map(left ? [[1, left] as const] : [])
        const lines = trackRoute(
          route(stops, { leftAt: left, lastEventAt: last, departures }),
          now,
          DATE,
        )
        const underway = [...lines.values()].filter(({ state }) => state === 'underway')
        for (const { from, to } of underway) {
          expect(Date.parse(from ?? '')).toBeGreaterThanOrEqual(now.getTime())
          expect(Date.parse(to ?? '') - Date.parse(from ?? '')).toBeGreaterThanOrEqual(10 * 60_000)
          expect((Date.parse(from ?? '') + Date.parse(to ?? '')) % (5 * 60_000)).toBe(0)
        }
        const inOrder = underway.toSorted((a, b) => (a.stopsBefore ?? 0) - (b.stopsBefore ?? 0))
        for (const [index, line] of inOrder.entries()) {
          const next = inOrder[index + 1]
          if (!next) continue
          expect(next.from?.localeCompare(line.from ?? '')).toBeGreaterThanOrEqual(0)
          expect(next.to?.localeCompare(line.to ?? '')).toBeGreaterThanOrEqual(0)
        }
        expect(JSON.stringify([...lines])).not.toContain('NaN')
      },
    ),
    { numRuns: 500 },
  )
})
