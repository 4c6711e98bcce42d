import { expect, test } from 'vitest'
import { oneAtATime } from './sweep.ts'

/** A sweep that ends when it is told to. */
function heldSweep() {
  const waiting: (() => void)[] = []
  let runs = 0
  const run = oneAtATime(() => {
    runs += 1
    return new Promise<void>((resolve) => waiting.push(resolve))
  })
  return { run, runs: () => runs, letGo: () => waiting.shift()?.() }
}

test('calls that come during a run lead to one more run, not to many', async () => {
  const { run, runs, letGo } = heldSweep()
  const all = [run.now(), run.now(), run.now()]

  letGo()
  await new Promise((resolve) => setImmediate(resolve))
  letGo()
  await Promise.all(all)

  expect(runs()).toBe(2)
})

test('an end waits for the run under way and lets none begin', async () => {
  const { run, runs, letGo } = heldSweep()
  void run.now()
  void run.now()
  let hasEnded = false

  const ended = run.end().then(() => {
    hasEnded = true
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect(hasEnded).toBe(false)
  letGo()
  await ended
  await run.now()

  expect(runs()).toBe(1)
})
