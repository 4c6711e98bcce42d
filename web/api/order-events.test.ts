import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Connection, watchOrder } from './order-events.ts'

/** A fake EventSource that the test controls. */
class FakeSource {
  static readonly CLOSED = 2
  static opened: FakeSource[] = []
  readyState = 0
  onopen?: () => void
  onmessage?: (event: { data: string }) => void
  onerror?: () => void
  readonly url: string

  constructor(url: string) {
    this.url = url
    FakeSource.opened.push(this)
  }

  close() {
    this.readyState = FakeSource.CLOSED
  }

  fail(readyState: number) {
    this.readyState = readyState
    this.onerror?.()
  }
}

const source = () => FakeSource.opened.at(-1) as FakeSource

beforeEach(() => {
  FakeSource.opened = []
  vi.stubGlobal('EventSource', FakeSource)
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function watch() {
  const states: unknown[] = []
  const connections: Connection[] = []
  const stop = watchOrder('a/b', {
    onState: (state) => states.push(state),
    onConnection: (connection) => connections.push(connection),
  })
  return { states, connections, stop }
}

test('each message becomes a state with only its own fields', () => {
  const { states, connections } = watch()

  source().onopen?.()
  source().onmessage?.({ data: '{"status":"confirmed"}' })
  source().onmessage?.({ data: 'ping' })
  source().onmessage?.({ data: 'null' })

  expect(source().url).toBe('/api/orders/a%2Fb/events')
  expect(connections).toEqual(['live'])
  expect(states).toEqual([{ status: 'confirmed', deliveryWindow: null, tracking: null }])
})

test('a broken stream is reopened by the browser', () => {
  const { connections } = watch()

  source().fail(0)
  vi.advanceTimersByTime(600_000)

  expect(connections).toEqual(['reconnecting'])
  expect(FakeSource.opened).toHaveLength(1)
})

test('a rejected stream is retried with increasing delays', () => {
  watch()

  source().fail(FakeSource.CLOSED)
  vi.advanceTimersByTime(3_000)
  expect(FakeSource.opened).toHaveLength(2)

  source().fail(FakeSource.CLOSED)
  vi.advanceTimersByTime(3_000)
  expect(FakeSource.opened).toHaveLength(2)
  vi.advanceTimersByTime(3_000)
  expect(FakeSource.opened).toHaveLength(3)
})

test('the stream is not reopened after the watcher stops', () => {
  const { stop } = watch()

  source().fail(FakeSource.CLOSED)
  stop()
  vi.advanceTimersByTime(600_000)

  expect(FakeSource.opened).toHaveLength(1)
})
