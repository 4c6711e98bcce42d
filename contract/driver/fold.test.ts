import fc from 'fast-check'
import { expect, test } from 'vitest'
import { activeEvents, compareEvents, departedTrips, type FoldedEvent, foldStop } from './fold.ts'

const types = ['arrived', 'delivered', 'failed', 'skipped-for-now', 'note', 'superseded'] as const

/** Up to twelve events of two devices; some supersede an event of the list, their own or not. */
const events = fc
  .array(
    fc.record({
      deviceId: fc.constantFrom('a', 'b'),
      type: fc.constantFrom(...types),
      target: fc.option(fc.nat(11), { nil: undefined }),
      quantity: fc.nat(9),
    }),
    { maxLength: 12 },
  )
  .map((taps): FoldedEvent[] =>
    taps.map(({ deviceId, type, target, quantity }, index) => ({
      eventId: `event-${index}`,
      deviceId,
      deviceSeq: index,
      type,
      supersedes: target === undefined ? undefined : `event-${target}`,
      payload: {
        lines: [{ productId: 'p', full: quantity, empties: 0, damaged: 0 }],
        reason: 'dog',
      },
    })),
  )

const shuffled = events.chain((list) =>
  fc.tuple(
    fc.constant(list),
    fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length }),
  ),
)

test('the state does not depend on the order of arrival', () => {
  fc.assert(
    fc.property(shuffled, ([a, b]) => {
      expect(foldStop(b)).toEqual(foldStop(a))
    }),
  )
})

test('a replayed event changes nothing', () => {
  fc.assert(
    fc.property(shuffled, ([a, b]) => {
      expect(foldStop([...a, ...b])).toEqual(foldStop(a))
    }),
  )
})

test('every outcome that was not undone counts or is a conflict, never both', () => {
  fc.assert(
    fc.property(events, (list) => {
      const outcomes = activeEvents(list).filter(({ type }) => /^(delivered|failed)$/.test(type))
      const { outcomeEventId, conflicts } = foldStop(list)
      const counted = outcomeEventId ? [outcomeEventId, ...conflicts] : conflicts
      expect(counted.toSorted()).toEqual(outcomes.map(({ eventId }) => eventId).toSorted())
    }),
  )
})

test('undoing the last event restores the state before it', () => {
  fc.assert(
    fc.property(events, (list) => {
      const last = list.at(-1)
      if (!last) return
      const undo = { ...last, eventId: 'undo', deviceSeq: 99, type: 'superseded' }
      const undone = foldStop([...list, { ...undo, supersedes: last.eventId }])
      expect(undone).toEqual(foldStop(list.slice(0, -1)))
    }),
  )
})

const at = (deviceSeq: number, type: string, more: Partial<FoldedEvent> = {}): FoldedEvent => ({
  eventId: `event-${deviceSeq}`,
  deviceId: 'a',
  deviceSeq,
  type,
  ...more,
})

test('a second outcome of a device is a conflict unless it supersedes the first', () => {
  const first = at(1, 'delivered')
  expect(foldStop([first, at(2, 'failed')])).toMatchObject({
    progress: 'delivered',
    conflicts: ['event-2'],
  })
  expect(foldStop([first, at(2, 'failed', { supersedes: 'event-1' })])).toMatchObject({
    progress: 'failed',
    outcomeEventId: 'event-2',
    conflicts: [],
  })
})

test('a device cannot undo events of another one, or its own later events', () => {
  const delivery = at(2, 'delivered')
  const other = at(3, 'superseded', { deviceId: 'b', supersedes: delivery.eventId })
  const earlier = at(1, 'superseded', { supersedes: delivery.eventId })
  expect(foldStop([delivery, other, earlier]).progress).toBe('delivered')
})

test('an undo that was undone no longer counts', () => {
  const undo = at(2, 'superseded', { supersedes: 'event-1' })
  const redo = at(3, 'superseded', { supersedes: 'event-2' })
  expect(foldStop([at(1, 'delivered'), undo]).progress).toBe('pending')
  expect(foldStop([redo, undo, at(1, 'delivered')]).progress).toBe('delivered')
})

test('counts that are corrected twice are those of the last correction, until it is undone', () => {
  const first = at(1, 'delivered')
  const second = at(2, 'delivered', { supersedes: 'event-1' })
  const third = at(3, 'delivered', { supersedes: 'event-2' })
  const undo = at(4, 'superseded', { supersedes: 'event-3' })
  const redo = at(5, 'superseded', { supersedes: 'event-4' })
  const fold = (...list: FoldedEvent[]) => foldStop([first, second, third, ...list])
  expect(fold()).toMatchObject({ outcomeEventId: 'event-3', conflicts: [] })
  expect(fold(undo)).toMatchObject({ outcomeEventId: 'event-2', conflicts: [] })
  expect(fold(undo, redo)).toMatchObject({ outcomeEventId: 'event-3', conflicts: [] })
})

test('the device that was heard first keeps the stop', () => {
  const [first, second] = [at(1, 'failed', { deviceId: 'b' }), at(7, 'delivered')]
  expect(foldStop([first, second], { firstDeviceId: 'b' })).toMatchObject({
    progress: 'failed',
    conflicts: [second.eventId],
  })
  expect(foldStop([first, second]).progress).toBe('delivered')
})

test('the latest of arrived and skipped is the progress of an open stop', () => {
  expect(foldStop([at(1, 'arrived'), at(2, 'skipped-for-now')]).progress).toBe('skipped')
  expect(foldStop([at(3, 'arrived'), at(2, 'skipped-for-now')]).progress).toBe('arrived')
})

test('a departure counts until it is undone', () => {
  const departed = { ...at(1, 'departed'), trip: 2 }
  const undo = { ...at(2, 'superseded', { supersedes: 'event-1' }), trip: 2 }
  expect([...departedTrips([departed])]).toEqual([2])
  expect([...departedTrips([undo, departed])]).toEqual([])
})

test('events are ordered by device, number and id', () => {
  const list = [at(2, 'note'), at(1, 'note', { deviceId: 'b' }), at(1, 'note')]
  expect(list.toSorted(compareEvents)).toEqual([list[2], list[0], list[1]])
})
