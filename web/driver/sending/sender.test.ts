import { expect, test } from 'vitest'
import { backOffMs } from './back-off.ts'
import type { SendResult } from './send-waiting.ts'
import { createSender } from './sender.ts'

const done: SendResult = { outcome: 'done', retryAfterMs: 0, rejectedRoutes: [] }
const failed: SendResult = { outcome: 'retry', retryAfterMs: 0, rejectedRoutes: [] }

function openSender() {
  const passes: ((result: SendResult) => void)[] = []
  const timers: { work: () => void; ms: number }[] = []
  const sender = createSender({
    send: () => new Promise((resolve) => passes.push(resolve)),
    random: () => 1,
    startTimer: (work, ms) => {
      const timer = { work, ms }
      timers.push(timer)
      return () => void timers.splice(timers.indexOf(timer), 1)
    },
  })
  const settle = (result: SendResult) => passes.at(-1)?.(result)
  return { sender, passes, timers, settle }
}

test('one pass runs at a time, and a tap during it starts another', async () => {
  const { sender, passes, settle } = openSender()
  sender.wake()
  sender.wake()
  sender.wake()
  expect(passes).toHaveLength(1)
  settle(done)
  await expect.poll(() => passes.length).toBe(2)
  settle(done)
  await expect.poll(() => sender.state().isSending).toBe(false)
  expect(passes).toHaveLength(2)
})

test('failures are repeated with growing pauses, and the network’s return ends the pause', async () => {
  const { sender, passes, timers, settle } = openSender()
  sender.wake()
  settle(failed)
  await expect.poll(() => timers.map(({ ms }) => ms)).toEqual([1000])
  timers[0]?.work()
  settle(failed)
  await expect.poll(() => timers.map(({ ms }) => ms)).toEqual([2000])
  expect(sender.state().isFailing).toBe(true)
  sender.wake()
  expect(timers).toEqual([])
  settle(done)
  await expect.poll(() => sender.state().isFailing).toBe(false)
  expect(passes).toHaveLength(3)
})

test('a network that returns during a failing attempt is used at once', async () => {
  const { sender, passes, timers, settle } = openSender()
  sender.wake()
  sender.wake()
  settle(failed)
  await expect.poll(() => passes.length).toBe(2)
  expect(timers).toEqual([])
  settle(failed)
  await expect.poll(() => timers.map(({ ms }) => ms)).toEqual([2000])
  expect(passes).toHaveLength(2)
})

test('pauses double up to five minutes, and the server can ask for more', () => {
  expect([1, 2, 3, 20, 1e9].map((failures) => backOffMs(failures, 1))).toEqual([
    1000, 2000, 4000, 300_000, 300_000,
  ])
  expect(backOffMs(1, 0)).toBe(500)
  expect(backOffMs(1, 0, 60_000)).toBe(60_000)
})
